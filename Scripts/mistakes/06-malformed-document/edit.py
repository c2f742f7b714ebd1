from moviepy import *

clips = [VideoFileClip("harbour.mp4").subclipped(0, 2, VideoFileClip("beach.mp4").subclipped(0, 2)]
concatenate_videoclips(clips).write_videofile("out.mp4", logger=None)
