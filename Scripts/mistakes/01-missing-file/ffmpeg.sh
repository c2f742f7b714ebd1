ffmpeg -hide_banner -v warning -i harbour.mp4 -i beech.mp4 -filter_complex \
  "[0:v]trim=end=2[a];[1:v]trim=end=2[b];[a][b]concat[out]" \
  -map "[out]" out.mp4
