ffmpeg -hide_banner -v warning -i harbour.mp4 -i beach.mp4 -filter_complex \
  "[0:v]trim=end=2[a];[1:v]trim=start=2:end=10[b];[a][b]concat[out]" \
  -map "[out]" out.mp4
