from moviepy import *

clips = [
    VideoFileClip("harbour.mp4").subclipped(0, 2).with_effects([vfx.FadeIn(3)]),
    VideoFileClip("beach.mp4").subclipped(0, 2),
]
concatenate_videoclips(clips).write_videofile("out.mp4", logger=None)
