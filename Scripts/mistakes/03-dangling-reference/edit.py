from moviepy import *

harbour = VideoFileClip("harbour.mp4").subclipped(0, 2)
beach = VideoFileClip("beach.mp4").subclipped(0, 2)
concatenate_videoclips([harbour, baech]).write_videofile("out.mp4", logger=None)
