#!/bin/sh
# Makes the small clips that the examples cut: pictures and sounds that ffmpeg computes, no camera needed.
# Usage: footage.sh [FOLDER]   (default: media, beside this script). What is already there is kept.
set -eu

folder=${1:-"$(dirname "$0")/media"}
mkdir -p "$folder"

# make NAME ARGUMENTS…: runs ffmpeg unless the file is there, so that an interrupted run leaves no half a file.
make() {
  name=$1
  shift
  [ -f "$folder/$name" ] && return 0
  ffmpeg -nostdin -v error -y "$@" -threads 1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$folder/part-$name"
  mv "$folder/part-$name" "$folder/$name"
}

picture="-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv"
sound="-c:a aac -b:a 128k"

# The sea at dusk, 25 frames a second, with the noise of waves.
make sea.mp4 \
  -f lavfi -i "nullsrc=s=320x180:r=25:d=12,geq=r='if(lt(Y,96),40+Y*1.6,30+40*exp(-pow((X-200)/30,2))+18*sin(Y*0.5+X*0.05+T*3))':g='if(lt(Y,96),36+Y*0.9,46+25*exp(-pow((X-200)/30,2))+14*sin(Y*0.6-X*0.04+T*2.4))':b='if(lt(Y,96),92+Y*0.35,84+16*sin(Y*0.55+X*0.03+T*2.7))'" \
  -f lavfi -i "anoisesrc=r=48000:c=pink:a=0.25:seed=3:d=12,tremolo=f=0.25:d=0.7,aformat=channel_layouts=stereo" \
  -vf "scale=1280:720:flags=bicubic:out_color_matrix=bt709,format=yuv420p" $picture -g 50 $sound -shortest

# A flight into the Mandelbrot set, 30 frames a second, with a slow chord.
make bloom.mp4 \
  -f lavfi -i "mandelbrot=s=640x360:r=30:start_scale=1.2:end_scale=0.02:end_pts=360:maxiter=250:inner=convergence" \
  -f lavfi -i "aevalsrc='0.12*sin(2*PI*220*t)+0.1*sin(2*PI*277.18*t)+0.1*sin(2*PI*329.63*t)|0.12*sin(2*PI*220*t)+0.1*sin(2*PI*277.18*t)+0.1*sin(2*PI*329.63*t)':s=48000:d=12" \
  -t 12 -vf "hue=h=200:s=0.6,scale=1280:720:flags=bicubic:out_color_matrix=bt709,format=yuv420p" $picture -g 60 $sound

# Conway's game of life, 30000/1001 frames a second, silent.
make life.mp4 \
  -f lavfi -i "life=s=160x90:r=30000/1001:mold=12:ratio=0.15:seed=3:life_color=#ffd070:death_color=#20304a:mold_color=#102030" \
  -t 12 -vf "scale=1280:720:flags=neighbor:out_color_matrix=bt709,format=yuv420p" $picture -g 60

# Music: a plucked pattern over a bass, 24 seconds.
make theme.wav \
  -f lavfi -i "aevalsrc='0.22*sin(2*PI*(220*pow(2,mod(floor(t*4)*7,12)/12))*t)*exp(-5*mod(t,0.25))+0.14*sin(2*PI*(110*pow(2,(mod(floor(t/2)*5,12))/12))*t)|0.2*sin(2*PI*(220*pow(2,mod(floor(t*4+2)*7,12)/12))*t)*exp(-5*mod(t,0.25))+0.14*sin(2*PI*(110*pow(2,(mod(floor(t/2)*5,12))/12))*t)':s=44100:d=24" \
  -c:a pcm_s16le

# A spoken commentary.
if ffmpeg -hide_banner -filters 2>/dev/null | grep -q " flite "; then
  make voice.wav -f lavfi -i "flite=text='This is the harbour at dusk. The sea is calm, and the lights come on one by one.':voice=slt" \
    -ar 48000 -c:a pcm_s16le
else
  make voice.wav -f lavfi -i "aevalsrc='0.3*sin(2*PI*180*t)*(0.6+0.4*sin(2*PI*3*t))':s=48000:d=4.5" -c:a pcm_s16le
fi

# A badge with soft, transparent edges, and a postcard.
make badge.png \
  -f lavfi -i "nullsrc=s=256x256:d=1,format=rgba,geq=r='255':g='120+100*Y/256':b='60':a='255*clip((118-hypot(X-128,Y-128))/6,0,1)*(0.25+0.75*clip((hypot(X-128,Y-128)-60)/6,0,1))'" \
  -frames:v 1
make postcard.png \
  -f lavfi -i "gradients=s=960x1280:c0=#f6d365:c1=#fda085:c2=#6a82fb:n=3:x0=0:y0=0:x1=960:y1=1280:seed=1" -frames:v 1

echo "footage is in $folder"
