"""Values that a document's author would not write, and a stranger might."""

import random

NUMBERS = """0 -0 -1 1 2 0.0000000001 1e3 1e400 NaN .nan nan inf -inf .inf Infinity 2147483647 2147483648 -2147483649 4294967296
9223372036854775807 9223372036854775808 -9223372036854775808 18446744073709551616 0x7fffffff 1/0 0/0 1/3 -1/2
9223372036854775807/2 1/9223372036854775807 99999999999/3 16384 16385 32767 65536 1000000 0.1 0,1 1.2.3 .5 5. - +1 00 007
340282366920938463463374607431768211456 1000000000000 100 255 256 360 1e-400 1_000 ١٢ ½ ∞""".split()
NUMBERS += ["1" + "0" * 400, "0." + "0" * 400 + "1", "9" * 5000, "1/" + "9" * 300, "9" * 19 + "/" + "9" * 18, "-" * 50 + "1"]

TIMES = """0s -1s 1s 0f 1f -1f 99999999f 9223372036854775807f 9223372036854775807s 1e9s 1000000000s 99999999999999999999s
0.000000001s 1/3s 1001/30000s 1/9223372036854775807s 99:99:99:99 23:59:59;29 00:00:00:24 00:01:00;00 999999:00:00 00:00:01.999999999999
start end end-1s end+1000000s a.start a.end main.end+1s nowhere.start 1s+1s-1s 1s+ +1s 1ms 3600000000ms 9223372036854775807ms s f ms 1 1.5.5s 10:00
1/0s 0/1s 1s+1/9223372036854775807s+1/9223372036854775783s 100h start+start end-end""".split()
TIMES += ["1s + " * 3000 + "1s", "9" * 400 + "s", "0." + "3" * 300 + "s", "1s - 1f + 00:00:01:00", "a.start + b.start"]

RANGES = """0s..1s 1s..0s 0s..0s .. 0s.. ..1s ..end 0s..+1s 0s..+0s -1s..1s 0s..1000000000s 1s..+99999999999s 0s..9223372036854775807s 0f..1f
1f..2f 0s...1s start..end end..start a.start..a.end 0s..1s..2s 0s..+-1s 1/3s..2/3s 9223372036854775806f..9223372036854775807f 0s..1/9223372036854775807s
..+4s 10:00:05:12..10:00:09:00 23:59:59:24..+2s""".split()

SIZES = """0x0 1x1 2x2 1x16384 16384x16384 16385x2 16384x2 99999x99999 2147483647x2147483647 -1x-1 64x64 63x63 64 x64 64x 64x64x64 1e3x1e3
4294967298x2 9223372036854775807x1""".split()
RATES = """0 1 25 1000 1000000 1/1000000 1000000000 9223372036854775807 30000/1001 29.97 1/0 0/1 120 1000/1 2147483647/1 1/2147483647 999999/1000000""".split()
COLORS = ["#000", "#00000000", "#fffffff", "#", "#ggg", "white", "transparent", "red", "#123456789", "rgba(1,2,3,4)", "0x000000", "#" + "f" * 3000, "Red", "none"]

PATHS = [
    "{outside}/secret.mp4", "{outside}/secret.txt", "{outside}/secret.cube", "{outside}/secret.yaml", "../outside/secret.mp4",
    "media/../../outside/secret.mp4", "./../outside/./secret.mp4", "traps/out.mp4", "traps/out/secret.mp4", "traps/out.cube", "traps/out.yaml",
    "traps/loop.mp4", "traps/zero.mp4", "traps/tty.mp4", "traps/mem.mp4", "traps/gone.mp4", "traps/far.mp4", "traps/pipe.mp4", "traps/pipe.cube",
    "traps/pipe.yaml", "traps/pipe.png", "traps/socket.mp4", "traps/folder.mp4", "traps/folder.yaml", "traps/empty.mp4", "traps/empty.png",
    "traps/empty.cube", "traps/empty.yaml", "traps/huge.mp4", "traps/concat.mp4", "traps/links.mp4", "traps/playlist.mp4", "traps/network.m3u8",
    "traps/session.mp4", "traps/drawing.svg", "traps/embedded.svg", "traps/manifest.mp4", "traps/playlist.json", "/dev/zero", "/dev/stdin", "/dev/fd/0", "/dev/tty",
    "/dev/random", "/proc/self/mem", "/proc/self/environ", "/proc/self/fd/0", "/proc/self/cwd/media", "/etc/passwd", "/etc/shadow", "/", "//", ".", "..",
    "", "a", "./", "media", "media/", "~/.ssh/id_rsa", "http://127.0.0.1:9/a.mp4", "https://127.0.0.1:9/a.mp4", "http://[::1]:9/a.mp4", "HTTP://127.0.0.1:9/",
    "file:{outside}/secret.mp4", "file://{outside}/secret.mp4", "file:media/hills.mp4", "concat:{outside}/secret.mp4|{outside}/secret.mp4",
    "subfile,,start,0,end,100,,:{outside}/secret.mp4", "data:video/mp4;base64,AAAA", "pipe:0", "fd:0", "tcp://127.0.0.1:9", "udp://127.0.0.1:9", "rtmp://127.0.0.1:9/a",
    "rtsp://127.0.0.1:9/a", "crypto:{outside}/secret.mp4", "cache:{outside}/secret.mp4", "async:{outside}/secret.mp4", "tee:a|b", "md5:x", "unix:{inside}/traps/socket.mp4",
    "lavfi:testsrc", "testsrc=s=64x64", "movie={outside}/secret.mp4", "ftp://127.0.0.1:9/a", "gopher://127.0.0.1:9/", "ipfs://a", "bluray:/", "smb://a/b",
    "media/\u0000.mp4", "media/hills.mp4\u0000.png", "{outside}/secret.mp4\u0000", "media/\u001b[31m.mp4", "media/\nhills.mp4", "media/\u202egnp.mp4", "media/%d.png",
    "media/%n%n%n.png", "media/%s%s.png", "media/%99999999d.png", "media/*.png", "*", "**/*", "../*.mp4", "../outside/%d.png", "../outside/*.mp4", "traps/*.png", "traps/*.mp4", "traps/out/*.txt", "media/?.png", "media/[a-z].png",
    "{self}", "{outside}/made-by-cutlist", "../made-by-cutlist", "inside-made-by-cutlist", "media/" + "a/" * 3000 + "b.mp4", "m" * 5000 + ".mp4", "media/hills.mp4/",
    "media//hills.mp4", "media/./hills.mp4", "media/hills.mp4/../hills.mp4", "\\\\server\\share", "C:\\a.mp4", "media/\ud83d\ude00.mp4", "media/é.mp4", "-i", "--help", "-", "|id", "$(id)", "`id`", "; id",
]

TEXTS = [
    "", " ", "\n", "\n" * 3000, "\u0000", "\u0001\u0002", "\u001b[31mred\u001b[0m", "\u001b]0;title\u0007", "\r::error::gotcha", "\n::error::gotcha", "\u0007", "\u007f", "\u0085", "\u009b31m",
    "\u2028", "\u2029", "\u202a\u202b\u202d\u202eevil\u202c", "\u2066\u2067\u2068\u2069", "\u200b\u200d\u200e\u200f\ufeff", "\ufffe", "\uffff", "\ufdd0", "\U0001fffe", "\U0010ffff",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308" * 200, "a" + "\u0301" * 5000, "\u0644\u0627\u064b" * 500, "\u0b95\u0bcd\u0bb7\u0bca" * 100, "\u1d173\U000e0041\U000e007f",
    "W" * 20000, "W " * 10000, "\u00ad" * 1000, "\t" * 100, "\u3000\u1680\u180e", "ｆｕｌｌ", "\u0f71\u0f72" * 300, "\u0e33" * 300, "\uac00\u11a8" * 300, "${", "${}", "${a}", "${name}", "$${a}", "${" * 2000, "${${a}}",
    "%n%s%x", "%99999999s", "{", "}", "'", '"', "\\", "`", "a:b", "a,b", "a;b", "[a]", "a=b", "null", "~", "true", "no", "1", "<b>", "]]>", "-->", "\U0001f1e9", "\U0001f1e9\U0001f1ea" * 300, "\u0600\u0601\u06dd", "\ufe0f", "\U000e0100" * 50,
]
NAMES = [
    "", " ", "a", "..", ".", "/", "../../evil", "/etc/passwd", "a/b", "a.b", "a.start", "start", "end", "a b", "a-b", "-a", "1", "1s", "0s..1s", "\u0000", "\u001b[31m", "\n", "\uffff", "\u202e", "main", "main-a", "main-b",
    "main-a-a", "x" * 10000, "[v]", "[0:v]", "a;b", "a'b", "${a}", "é", "👩‍🚀", "constructor", "__proto__", "null", "true", "timeline", "*", "&a", "!", "%", "programme", "mix", "titles",
]

EXPRESSIONS = [
    "while(1,1)", "while(lt(ld(0),1e18),st(0,ld(0)+1))", "if(1,while(1,1))", "taylor(while(1,1),0)", "root(while(1,1),1)", "1/0", "sqrt(-1)", "random(0)", "t*1e308*1e308", "n", "pow(10,1000)", "(" * 5000, "1" + "+1" * 20000,
    "print(1)", "print(t,1)", "st(99,1)", "ld(-1)", "gcd(0,0)", "mod(1,0)", "bitand(1e300,1)", "squish(1e300)", "iw*1e9", "if(eq(n,1),1e9,1)", "nan", "inf", "-inf",
]

VIDEO_FILTERS = """scale pad crop hue eq geq drawtext subtitles ass movie amovie lut3d lut1d haldclut curves zmq azmq sendcmd psnr ssim libvmaf metadata ametadata vidstabdetect
vidstabtransform removelogo delogo dnn_processing dnn_classify frei0r ladspa lv2 openclsrc program_opencl libplacebo zoompan rotate fade fps framerate minterpolate nlmeans
median gblur boxblur avgblur convolution convolve tile untile loop reverse tpad trim setpts select shuffleframes random sr derain signature showinfo drawgraph graphmonitor
vif bitplanenoise cover_rect find_rect ocr deshake tonemap perspective v360 remap xmedian mix tmix photosensitivity thumbnail scroll split concat interleave null nullsink
streamselect swaprect segment feedback freezeframes edgedetect hwupload hwmap format noise pixelize dejudder interlace yadif bwdif estdif stereo3d siti identity
unsharp smartblur vignette lenscorrection elbg palettegen paletteuse cellauto life mandelbrot testsrc color sierpinski gradients""".split()
SOUND_FILTERS = """volume aecho aeval afir aiir anequalizer atempo adelay apad aloop areverse atrim asetpts asetrate aresample arnndn sofalizer headphone flite ladspa lv2 bs2b rubberband
amovie ametadata astats ebur128 loudnorm silencedetect silenceremove compand acompressor afftdn afftfilt firequalizer superequalizer chorus flanger aphaser tremolo vibrato
channelmap channelsplit pan join amix amerge aphasemeter showwaves showspectrum avectorscope abitscope asendcmd azmq adecorrelate adynamicequalizer dynaudnorm speechnorm
surround stereotools crossfeed dcshift deesser drmeter haas hdcd replaygain acrusher acrossover aexciter arealtime asr axcorrelate sidechaingate sidechaincompress anlmdn anlms asdr apsyclip
aformat asetnsamples ashowinfo aselect asegment asplit atilt equalizer bass treble highpass lowpass biquad""".split()
FILE_OPTIONS = """file filename f fontfile textfile stats_file log_path model result plugin p path mtlout m logfile printfile filename_pattern log_file output cb sofa ir controls shader_bin custom_shader_path custom_shader_source
input source kernel bind_address b target e log_path clut psfile plot dl lib module url hrtf command_file commands c expr w h x y s size r rate d duration loop start frames bufsize t n
text_shaping charenc force_style fontsdir original_filename interp opts ffmpeg script scene refs count radius sigma levels points layout nb_outputs outputs inputs""".split()
ENCODERS = """libx264 libx264rgb libx265 libvpx libvpx-vp9 libaom-av1 libsvtav1 librav1e mpeg4 mpeg2video mjpeg prores_ks prores dnxhd ffv1 png gif huffyuv rawvideo h264_omx h264_v4l2m2m h264_vaapi h264_qsv h264_nvenc
libxvid libtheora libopenjpeg libwebp libjxl wmv2 flv1 qtrle cfhd snow vc2 h263 rv10 libkvazaar h264_amf hevc_vaapi aac libmp3lame libopus libvorbis flac alac pcm_s16le ac3 eac3 dca opus vorbis libspeex libtwolame s302m wavpack truehd""".split()
ENCODER_OPTIONS = """preset tune crf qp passlogfile stats x264-params x264opts x265-params svtav1-params aom-params rav1e-params params stats_file libname libprefix zerocopy dump_yuv analysis-save analysis-load qpfile csv
recon output log-level threads g bf refs rc-lookahead profile level a53cc nal-hrd flags flags2 debug strict max_muxing_queue_size vstats_file psy-rd b_strategy vpre two-pass-stats dump_extra content-file
bufsize maxrate slices mbd cplxblur trellis me_range film-grain film-grain-table arnr-maxframes tile-columns cpu-used deadline speed lag-in-frames enable-intrabc row-mt auto-alt-ref export_side_data""".split()
ENCODER_LISTS = [
    "stats={outside}/made", "log=4:dump-yuv={outside}/made", "dump-yuv={outside}/made", "recon={outside}/made", "csv={outside}/made", "analysis-save={outside}/made", "analysis-reuse-file={outside}/made", "qpfile={outside}/secret.txt", "cqmfile={outside}/secret.txt",
    "opencl-clbin={outside}/made", "scaling-list={outside}/secret.txt", "lambda-file={outside}/secret.txt", "zonefile={outside}/secret.txt", "dhdr10-info={outside}/secret.txt", "film-grain={outside}/secret.txt", "stat-file={outside}/made",
    "pass=2:stats={outside}/secret.txt", "two-pass-stats={outside}/made", "frame-threads=1000000", "threads=1000000", "keyint=0", "bframes=99999", "ref=99999", "rc-lookahead=999999", "lookahead=1000000", "partitions=all", "me=esa:merange=99999",
    "tile_rows=99", "a=b", ":" * 5000, "=" * 100, "bitrate=999999999999", "pools=9999", "numa-pools={outside}", "output-depth=99", "fgs-table={outside}/secret.txt", "enable-stat-report=1:stat-file={outside}/made",
]
SHAPES = ["av", "video", "audio", "data", "subtitle", ""]


class Hostile:
    """Chooses hostile values from a generator of random numbers."""

    def __init__(self, rng: random.Random, options: dict | None = None):
        self.rng = rng
        self.options = options or {}  # what libraries.options says

    def any(self, was: object = None, depth: int = 0) -> object:
        """A value in place of another: one that looks like it, more often than not."""
        rng = self.rng
        if depth < 2 and rng.random() < 0.12:
            return self.structure(depth + 1)
        pools = [NUMBERS, TIMES, RANGES, SIZES, RATES, COLORS, PATHS, TEXTS, NAMES, EXPRESSIONS]
        if isinstance(was, str) and rng.random() < 0.6:
            kind = likely(was)
            if kind is not None:
                pools = [kind]
        return rng.choice(rng.choice(pools))

    def structure(self, depth: int) -> object:
        rng = self.rng
        what = rng.randrange(8)
        if what == 0:
            return []
        if what == 1:
            return {}
        if what == 2:
            return nested_list(rng.choice([3, 30, 300, 3000]))
        if what == 3:
            return nested_mapping(rng.choice([3, 30, 300]))
        if what == 4:
            return [self.any(None, depth) for _ in range(rng.choice([1, 2, 3, 40]))]
        if what == 5:
            return {rng.choice(NAMES): self.any(None, depth) for _ in range(rng.choice([1, 3]))}
        if what == 6:
            return {rng.choice(["from", "to", "over", "keys", "at", "set", "ease"]): self.any(None, depth) for _ in range(3)}
        return None

    def filter(self, sound: bool) -> object:
        """A filter with options that name files, expressions or great numbers."""
        rng = self.rng
        known = self.options.get("audio-filter" if sound else "filter", {})
        if known and rng.random() < 0.75:
            name = rng.choice(sorted(known))
            options = self.chosen(known[name])
        else:
            name = rng.choice(SOUND_FILTERS if sound else VIDEO_FILTERS)
            options = {rng.choice(FILE_OPTIONS): self.option() for _ in range(rng.choice([1, 1, 2, 3]))}
        if rng.random() < 0.35:
            written = name + "=" + ":".join(f"{key}={value}" for key, value in options.items())
            if rng.random() < 0.3:
                written = name + "=" + ":".join(str(value) for value in options.values())
            if rng.random() < 0.1:
                written += rng.choice([",movie={outside}/secret.mp4", ";nullsrc", "[x]", ",null", "[a];[b]amovie={outside}/secret.mp4"])
            return {"filter": written}
        return {"filter": {"name": name, "options": options}}

    def chosen(self, known: dict[str, str]) -> dict[str, str]:
        """Some of the options that there are, each with a value of its type that nobody would write."""
        rng = self.rng
        texts = [name for name, kind in known.items() if kind in ("string", "dictionary", "binary")]
        # One alone more often than not, because one that is refused hides what others would do.
        if texts and rng.random() < 0.6:
            return {rng.choice(texts): rng.choice(["{outside}/made", "{outside}/secret.txt", "../outside/made", "traps/out/made", "made", "while(1,1)", "http://127.0.0.1:9/a", self.option()])}
        names = [rng.choice(sorted(known)) for _ in range(rng.choice([1, 1, 2, 3]))] if known else []
        options = {}
        for name in names:
            kind = known[name]
            if kind in ("string", "dictionary", "binary"):
                options[name] = self.option()
            elif kind == "image_size":
                options[name] = rng.choice(SIZES)
            elif kind in ("rational", "video_rate"):
                options[name] = rng.choice(RATES)
            elif kind == "color":
                options[name] = rng.choice(COLORS)
            else:
                options[name] = rng.choice(["0", "1", "-1", "2", "64", "1000", "100000", "2147483647", "-2147483648", "9223372036854775807", "0.0001", "1e30", rng.choice(NUMBERS)])
        return options

    def option(self) -> str:
        rng = self.rng
        return str(rng.choice(rng.choice([PATHS, PATHS, EXPRESSIONS, NUMBERS, SIZES, ["{outside}/made", "{outside}/secret.txt"], ENCODER_LISTS])))

    def encoder(self) -> dict:
        rng = self.rng
        known = {**self.options.get("encoder", {}), **self.options.get("audio-encoder", {})}
        codec = rng.choice(ENCODERS) if rng.random() < 0.6 or not known else rng.choice(sorted(known))
        if known.get(codec) and rng.random() < 0.7:
            options = self.chosen(known[codec])
        else:
            options = {rng.choice(ENCODER_OPTIONS): self.option() for _ in range(rng.choice([1, 1, 2, 3]))}
        if rng.random() < 0.15:
            options[rng.choice(["x264-params", "x264opts", "x265-params", "svtav1-params", "aom-params"])] = rng.choice(ENCODER_LISTS)
        if rng.random() < 0.2:
            codec, name = rng.choice([("libx264", "x264-params"), ("libx264", "x264opts"), ("libx265", "x265-params"), ("libsvtav1", "svtav1-params"), ("libaom-av1", "aom-params")])
            options = {name: rng.choice(ENCODER_LISTS)}
        return {"codec": codec, "options": options, **({"crf": rng.choice(NUMBERS)} if rng.random() < 0.1 else {})}


def likely(was: str) -> list[str] | None:
    """The values that stand where one like this stands, or nil."""
    if ".." in was:
        return RANGES
    if was.endswith(("s", "f")) and was[:1].isdigit() or was.count(":") > 1:
        return TIMES
    if "/" in was or was.endswith((".mp4", ".wav", ".png", ".yaml")):
        return PATHS
    if "x" in was and was.replace("x", "").isdigit():
        return SIZES
    if was.startswith("#"):
        return COLORS
    if was.replace(".", "").replace("-", "").replace("%", "").isdigit():
        return NUMBERS
    return None


def nested_list(depth: int) -> object:
    value: object = "1"
    for _ in range(depth):
        value = [value]
    return value


def nested_mapping(depth: int) -> object:
    value: object = "1"
    for _ in range(depth):
        value = {"timeline": value}
    return value
