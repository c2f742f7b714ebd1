/// The kinds of media that documents may name, by what libavformat calls its demuxers.
///
/// These hold their pictures and sounds themselves. What is not listed is not read: playlists and descriptions that
/// point to other files or addresses, patterns of pictures, devices, programs that are played (modules, scripts,
/// terminals), subtitles, and samples without a head, which nothing can tell from other bytes.
package enum AllowedDemuxers {
  /// Their full names, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package static let names: [String] = list(
    """
    3dostr 4xm aa aac aax ac3 ace acm act adp ads adx aea afc aiff aix alias_pix alp amr amrnb amrwb anm apac
    apc ape apm apng aptx aptx_hd apv argo_asf argo_brp argo_cvg asf asf_o ast au av1 avi avr avs avs2 avs3
    bethsoftvid bfi bfstm bink binka bit bmp_pipe bmv boa bonk brender_pix brstm c93 caf cavsvideo cdg cdxl cine
    codec2 cri_pipe daud dcstr dds_pipe derf dfa dfpwm dhav dirac dnxhd dpx_pipe dsf dsicin dss dts dtshd dv dxa
    ea ea_cdata eac3 epaf evc exr_pipe film_cpk filmstrip fits flac flic flv frm fsb fwse g722 g723_1 g729 gdv
    gem_pipe genh gif gif_pipe gsm gxf h261 h263 h264 hca hcom hevc hnm hxvs iamf ico idcin iff ifv ilbc
    ingenient ipmovie ipu ircam iss iv8 ivf ivr j2k_pipe jpeg_pipe jpegls_pipe jpegxl_anim jpegxl_pipe jv kux
    kvag laf live_flv lmlm4 loas luodat lvf lxf m4v matroska,webm mca mgsts mjpeg mjpeg_2000 mlp mlv mm mmf mods
    moflex mov,mp4,m4a,3gp,3g2,mj2 mp3 mpc mpc8 mpeg mpegts mpegvideo mpjpeg msf msnwctcp msp mtaf mtv musx mv
    mvi mxf mxg nc nistsphere nsp nsv nut nuv obu ogg oma osq paf pam_pipe pbm_pipe pcx_pipe pdv pfm_pipe
    pgm_pipe pgmyuv_pipe pgx_pipe phm_pipe photocd_pipe pictor_pipe pmp png_pipe pp_bnk ppm_pipe psd_pipe psxstr
    pva pvf qcp qdraw_pipe qoa qoi_pipe r3d redspark rka rl2 rm roq rpl rsd rso s337m sbc scd sdns sdr2 sds sdx
    ser sga sgi_pipe shn siff simbiosis_imx sln smjpeg smk smush sol sox spdif sunrast_pipe svag svg_pipe svs
    swf tak thp tiertexseq tiff_pipe tmv truehd tta txd ty usm vag vbn_pipe vc1 vc1test vividas vivo vmd voc vpk
    vqf vvc w64 wady wav wc3movie webp_pipe wsaud wsd wsvqa wtv wv wve xa xbm_pipe xmd xmv xpm_pipe xvag
    xwd_pipe xwma yop yuv4mpegpipe
    """)

  /// The demuxers of FFmpeg 5.1 that are not read, by why.
  package static let refused: [Refusal: [String]] = [
    .opensFiles: list(
      """
      concat dash hls image2 image2pipe imf vobsub webm_dash_manifest
      """),
    .usesNetwork: list("rtp rtsp sap sdp"),
    .usesDevice: list(
      """
      alsa fbdev iec61883 jack kmsgrab lavfi libcdio libdc1394 openal oss pulse video4linux2,v4l2 x11grab
      """),
    .runsPrograms: list("adf bin idf libgme libopenmpt sbg tty xbin"),
    .holdsNoMedia: list(
      """
      aqtitle ass dvbsub dvbtxt jacosub lrc mcc microdvd mpl2 mpsub pjs realtext sami scc srt stl subviewer
      subviewer1 sup tedcaptions vplayer webvtt ffmetadata
      """),
    .needsOptions: list(
      """
      bitpacked rawvideo v210 v210x alaw mulaw vidc data mpegtsraw codec2raw f32be f32le f64be f64le s16be
      s16le s24be s24le s32be s32le s8 u16be u16le u24be u24le u32be u32le u8 g726 g726le
      """),
  ]

  private static func list(_ words: String) -> [String] {
    words.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
