ffmpeg -hide_banner -v warning -i harbour.mp4 -i beach.mp4 -filter_complex \
  "color=black:size=320x180:rate=25:duration=4[base];[0:v]trim=end=2[a];[1:v]trim=end=2,setpts=PTS+1/TB[b];[base][a]overlay=eof_action=pass[c];[c][b]overlay=eof_action=pass[out]" \
  -map "[out]" out.mp4
