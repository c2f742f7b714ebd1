from moviepy import *

clips = [
    VideoFileClip("harbour.mp4").subclipped(0, 2),
    VideoFileClip("beach.mp4").subclipped(0, 2).with_start(1),
]
CompositeVideoClip(clips).write_videofile("out.mp4", logger=None)
