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


# What the cookbook is cooked from: three places in flat colours, whose layers are drawn once and then moved.

# draw NAME SIZE RED GREEN BLUE ALPHA: a picture from formulas, computed at twice its size so that its edges are smooth.
draw() {
  make "$1" -f lavfi -i "nullsrc=s=$2:d=1,format=rgba,geq=r='$3':g='$4':b='$5':a='$6',scale=iw/2:ih/2:flags=area" -frames:v 1
}

sun='lt(hypot(X-840,Y-330),92)'
band='floor(Y/80)'
draw harbour-back.png 1280x720 "if(lt(Y,400),if($sun,255,43+$band*50+6*$band*(4-$band)),31)" \
  "if(lt(Y,400),if($sun,226,45+$band*29),62)" "if(lt(Y,400),if($sun,160,98+$band*4),96)" 255
glitter='lt(abs(X-840),40+34*sin(Y*0.19))*lt(mod(Y,24),10)'
ripple='lt(mod(Y+6*sin(X*PI/80),36),3)*gt(mod(X+Y*7,160),70)'
draw wave-far.png 1280x360 "if($glitter,244,if($ripple,80,38))" "if($glitter,162,if($ripple,130,76))" \
  "if($glitter,97,if($ripple,160,112))" 255
draw wave-near.png 1280x160 29 53 87 '255*gt(Y,34+22*sin(X*PI/80))'
draw wave-front.png 1280x120 20 36 62 '255*gt(Y,30+20*sin(X*PI/64))'
hull='gt(Y,225)*lt(Y,275)*lt(abs(X-150),140-(Y-225))'
sails='gt(Y,20)*lt(Y,210)*lt(X,146)*gt(X,146-(Y-20)*0.6)+gt(Y,50)*lt(Y,210)*gt(X,156)*lt(X,156+(Y-50)*0.7)'
draw boat.png 300x300 'if(gt(Y,225),200,if(lt(X,150),255,244))' 'if(gt(Y,225),60,if(lt(X,150),250,200))' \
  'if(gt(Y,225),64,if(lt(X,150),240,140))' "255*gt($hull+$sails+lt(abs(X-150),3)*lt(Y,225),0)"

sun='lt(hypot(X-300,Y-170),80)'
draw hills-back.png 1280x720 "if($sun,255,if(lt(Y,230),150,if(lt(Y,340),182,216)))" \
  "if($sun,236,if(lt(Y,230),206,if(lt(Y,340),222,236)))" "if($sun,150,if(lt(Y,230),228,if(lt(Y,340),232,236)))" 255
left='lt(hypot(X-260,Y-130),50)+lt(hypot(X-330,Y-110),66)+lt(hypot(X-410,Y-130),46)+between(X,260,410)*gt(Y,130)'
right='lt(hypot(X-820,Y-200),40)+lt(hypot(X-890,Y-186),56)+lt(hypot(X-950,Y-202),38)+between(X,820,950)*gt(Y,200)'
draw clouds.png 1280x300 255 255 255 "255*gt(($left)*lt(Y,176)+($right)*lt(Y,238),0)"
draw hill-far.png 1280x440 143 193 169 '255*gt(Y,90+60*sin(X*PI/320+1)+30*sin(X*PI/128))'
draw hill-mid.png 1280x340 88 164 116 '255*gt(Y,100+56*sin(X*PI/640+3)+24*sin(X*3*PI/640))'
tree='lt(hypot((mod(X,160)-80)/(18+8*sin(floor(X/160)*5)),(Y-110)/70),1)'
draw hill-near.png 1280x260 40 112 74 "255*gt(gt(Y,150+40*sin(X*PI/320))+$tree,0)"

moon='lt(hypot(X-960,Y-150),70)*gte(hypot(X-990,Y-130),66)'
star='lt(mod(floor(X/4)*37+floor(Y/4)*91,787),1)*lt(Y,300)'
band='floor(Y/120)'
draw city-back.png 1280x720 "if($moon+$star,250,30+$band*14)" "if($moon+$star,240,28+$band*8)" \
  "if($moon+$star,200,74+$band*12)" 255
roof='460-(90+190*abs(sin((floor(X/80)+1)*12.9898)))'
frame="gt(Y,$roof+16)*lt(Y,440)*between(mod(X,80),8,70)*between(mod(X,20),6,14)*between(mod(Y,32),8,22)"
light="$frame*gt(sin(floor(X/20)*7.3+floor(Y/32)*3.7),0)"
draw skyline.png 1280x460 "if($light,255,22+10*mod(floor(X/80),2))" "if($light,209,26+10*mod(floor(X/80),2))" \
  "if($light,102,56+12*mod(floor(X/80),2))" "255*gt(Y,$roof)*gt(mod(X,80),3)"

bag='lt(hypot(X-160,Y-160),150)*lt(Y,260)+between(Y,260,349)*lt(abs(X-160),112-(Y-260)*0.95)'
basket='between(Y,372,423)*lt(abs(X-160),34)+between(Y,350,371)*between(abs(X-160),22,27)'
gore='mod(floor((X-160)/(sqrt(max(1,22500-pow(Y-160,2)))+1)*2.5+10.5),2)'
draw balloon.png 320x440 "if(gt(Y,350),110,if($gore,232,252))" "if(gt(Y,350),70,if($gore,80,236))" \
  "if(gt(Y,350),44,if($gore,72,210))" "255*gt($bag+$basket,0)"

# The phases of the moon.
for i in 1 2 3 4 5 6 7 8; do
  night="lt(X-180,-sqrt(max(0,25600-pow(Y-180,2)))*cos(PI*$i/8))"
  draw moon_$i.png 360x360 "if($night,52,250)" "if($night,60,240)" "if($night,96,205)" '255*lt(hypot(X-180,Y-180),160)'
done

# Losslessly, so that flat colours stay flat.
flat="-c:v libx264 -preset veryfast -qp 0 -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv"
yuv="scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
layer() { echo "-loop 1 -r $1 -t $2 -i $folder/$3"; }

# A boat at dusk, 25 frames a second, with the noise of waves; a journey through hills, with a plucked melody; a city
# at night, 30000/1001 frames a second, silent.
make harbour.mp4 $(layer 25 10 harbour-back.png) $(layer 25 10 wave-far.png) $(layer 25 10 boat.png) \
  $(layer 25 10 wave-near.png) $(layer 25 10 wave-front.png) \
  -f lavfi -i "anoisesrc=r=48000:c=pink:a=0.5:seed=3:d=10,tremolo=f=0.5:d=0.8,aformat=channel_layouts=stereo" -filter_complex \
  "[0][1]overlay=y=200+sin(PI*t)[a];[a][2]overlay=x=40+60*t:y=103+3*sin(PI*t)[b];[3]scroll=h=0.0025[near];[b][near]overlay=y=250+3*sin(PI*t)[c];[4]scroll=h=-0.004[front];[c][front]overlay=y=302,$yuv" \
  $flat -g 25 $sound -t 10
make hills.mp4 $(layer 25 10 hills-back.png) $(layer 25 10 clouds.png) $(layer 25 10 hill-far.png) \
  $(layer 25 10 hill-mid.png) $(layer 25 10 hill-near.png) \
  -f lavfi -i "aevalsrc='0.3*sin(2*PI*(440*pow(2,mod(floor(t*4)*5,12)/12))*t)*exp(-6*mod(t,0.25))':s=48000:d=10:c=mono,aformat=channel_layouts=stereo" -filter_complex \
  "[1]scroll=h=0.001[c];[2]scroll=h=0.0015[f];[3]scroll=h=0.003[m];[4]scroll=h=0.006[n];[0][c]overlay[a];[a][f]overlay=y=140[b];[b][m]overlay=y=200[d];[d][n]overlay=y=230,$yuv" \
  $flat -g 25 $sound -t 10
make city.mp4 $(layer 30000/1001 6 city-back.png) $(layer 30000/1001 6 skyline.png) \
  -filter_complex "[1]scroll=h=0.002[s];[0][s]overlay=y=130,$yuv" $flat -g 30 -t 6

# A balloon before green; the same with alpha.
make green.mp4 -f lavfi -i "color=0x10b040:s=320x180:r=25:d=2" $(layer 25 2 balloon.png) \
  -filter_complex "[1]scale=iw/2:-1[b];[0][b]overlay=x=90+30*t:y=30+10*sin(PI*t),$yuv" $flat -g 25 -t 2
make balloon.mov -f lavfi -i "color=black@0:s=320x180:r=25:d=2,format=rgba" $(layer 25 2 balloon.png) \
  -filter_complex "[1]scale=iw/2:-1[b];[0][b]overlay=x=90+30*t:y=30+10*sin(PI*t):format=rgb,format=yuva444p10le" \
  -c:v prores_ks -profile:v 4444 -t 2

# Two moments in each frame; a phone held upright; pixels that are wider than high; grain; a shaking hand.
make fields.mkv $(layer 50 2 city-back.png) $(layer 50 2 balloon.png) \
  -filter_complex "[0][1]overlay=x=-60+300*t:y=70,$yuv,tinterlace=interleave_top,setfield=tff" $flat -x264opts tff=1 -t 2
make sideways.mp4 -i "$folder/hills.mp4" -vf "crop=200:360:60:0,transpose=clock,$yuv" $flat -an -t 2
make phone.mp4 -i "$folder/sideways.mp4" -c copy -metadata:s:v rotate=90
make tape.mov -i "$folder/hills.mp4" -vf "scale=360:288,setsar=64/45,$yuv" $flat -an -t 2
make grain.mp4 -i "$folder/city.mp4" -vf "crop=320:180:320:0,noise=alls=5:allf=t:all_seed=3,$yuv" $flat -an -t 1
make shake.mp4 -i "$folder/city.mp4" -vf "crop=592:333:24+14*sin(n*1.7)+6*sin(n*2.9):13+11*sin(n*2.3),$yuv" $flat -an -t 2

# A recording that breaks off after half of its three seconds.
make recording.mkv -i "$folder/hills.mp4" -an -c copy -t 3
[ -f "$folder/broken.mkv" ] || head -c 120000 "$folder/recording.mkv" > "$folder/broken.mkv"

# Dusk in HDR (PQ), with a sun of 2000 cd/m².
pq() {
  light="(pow($1(X,Y)/1023,2.4)*0.0203*if(lt(hypot(X-210,Y-82.5),23)*lt(Y,100),10,1))"
  echo "1023*pow((0.8359375+18.8515625*pow($light,0.1593017578))/(1+18.6875*pow($light,0.1593017578)),78.84375)"
}
make hdr.mp4 -ss 1 -i "$folder/harbour.mp4" -an -vf \
  "trim=end_frame=1,scale=320:180:in_color_matrix=bt709,format=gbrp10,geq=r='$(pq r)':g='$(pq g)':b='$(pq b)',loop=9:1,scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10" \
  -c:v libx264 -preset veryfast -qp 0 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv

# The same two places side by side, for a camera to travel over.
make panorama.png -i "$folder/harbour-back.png" -i "$folder/wave-far.png" -i "$folder/boat.png" -i "$folder/wave-near.png" \
  -i "$folder/wave-front.png" -i "$folder/hills-back.png" -i "$folder/clouds.png" -i "$folder/hill-mid.png" -i "$folder/hill-near.png" \
  -filter_complex "[0]pad=1280:360[p];[p][1]overlay=0:200[q];[q][2]overlay=150:105[a];[a][3]overlay=0:250[h];[h][4]overlay=0:300[i];[i][5]overlay=640:0[j];[j][6]overlay=640:0[k];[k][7]overlay=640:200[l];[l][8]overlay=640:230" -frames:v 1

# The commentary in a room that hums and hisses; a tone that goes around in 5.1.
make hum.wav -i "$folder/voice.wav" -f lavfi -i "aevalsrc='0.12*sin(2*PI*50*t)+0.04*sin(2*PI*100*t)':s=48000:d=6" \
  -f lavfi -i "anoisesrc=r=48000:a=0.02:seed=5:d=6" -filter_complex "[0][1][2]amix=inputs=3:duration=first:normalize=0" \
  -ar 48000 -c:a pcm_s16le
make surround.wav -f lavfi -i "aevalsrc='0.5*sin(2*PI*440*t)*between(t,0,0.4)|0.5*sin(2*PI*550*t)*between(t,0.5,0.9)|0.5*sin(2*PI*660*t)*between(t,1,1.4)|0.5*sin(2*PI*60*t)*between(t,1.5,1.9)|0.5*sin(2*PI*330*t)*between(t,2,2.4)|0.5*sin(2*PI*275*t)*between(t,2.5,2.9)':c=5.1:s=48000:d=3" -c:a pcm_s16le

# A table that takes colours from day to dusk.
[ -f "$folder/dusk.cube" ] || printf '%s\n' 'LUT_3D_SIZE 2' '0.06 0.02 0.16' '1 0.25 0.1' '0.3 0.3 0.3' '1 0.7 0.3' \
  '0.15 0.1 0.5' '0.95 0.3 0.55' '1 0.45 0.3' '1 0.88 0.65' > "$folder/dusk.cube"

echo "footage is in $folder"
