/// The filters of pictures that may be effects, and what documents may say of their options.
package enum AllowedPictureFilters {
  package static let table = AllowedTable(
    """
    addroi: x y w h qoffset clear
    alphaextract:
    amplify: radius factor threshold tolerance low high planes
    atadenoise: 0a 0b 1a 1b 2a 2b s p a 0s 1s 2s
    avgblur: sizeX planes sizeY
    bbox: min_val
    bilateral: sigmaS sigmaR planes
    bitplanenoise: bitplane filter
    blackdetect: d black_min_duration picture_black_ratio_th pic_th pixel_black_th pix_th
    blackframe: amount threshold thresh
    blockdetect: period_min period_max planes
    blurdetect: high low radius block_pct block_width block_height planes
    boxblur: luma_radius lr luma_power<=100 lp<=100 chroma_radius cr chroma_power<=100 cp<=100 alpha_radius ar
      alpha_power<=100 ap<=100
    bwdif: mode parity deint
    cas: strength planes
    chromahold: color:color similarity blend yuv
    chromakey: color:color similarity blend yuv
    chromanr: thres sizew<=25 sizeh<=25 stepw steph threy threu threv distance
    chromashift: cbh cbv crh crv edge
    ciescope: system cie gamuts size s intensity i contrast corrgamma showwhite gamma fill
    codecview: mv qp mv_type mvt frame_type ft block
    colorbalance: rs gs bs rm gm bm rh gh bh pl
    colorchannelmixer: rr rg rb ra gr gg gb ga br bg bb ba ar ag ab aa pc pa
    colorcontrast: rc gm by rcw gmw byw pl
    colorcorrect: rl bl rh bh saturation analyze
    colorhold: color:color similarity blend
    colorize: hue saturation lightness mix
    colorkey: color:color similarity blend
    colorlevels: rimin gimin bimin aimin rimax gimax bimax aimax romin gomin bomin aomin romax gomax bomax aomax
      preserve
    colormatrix: src dst
    colorspace: all space range primaries trc format fast dither wpadapt iall ispace irange iprimaries itrc
    colortemperature: temperature mix pl
    convolution: 0m 1m 2m 3m 0rdiv 1rdiv 2rdiv 3rdiv 0bias 1bias 2bias 3bias 0mode 1mode 2mode 3mode
    copy:
    crop: out_w:length w:length out_h:length h:length x y keep_aspect exact
    cropdetect: limit round reset skip reset_count max_outliers
    curves: preset master m red r green g blue b all
    datascope: size:size s:size x<=16384 y<=16384 mode axis opacity format components
    dblur: angle radius planes
    dctdnoiz: sigma s overlap expr e n
    deband: 1thr 2thr 3thr 4thr range r direction d blur b coupling c
    deblock: filter block alpha beta gamma delta planes
    dedot: m lt tl tc ct
    deflate: threshold0 threshold1 threshold2 threshold3
    deflicker: size s mode m bypass
    delogo: x y w h show
    deshake: x y w h rx ry edge blocksize contrast search
    despill: type mix expand red green blue brightness alpha
    dilation: coordinates threshold0 threshold1 threshold2 threshold3
    drawbox: x y width w height h color:color c:color thickness t replace box_source
    drawgraph: m1 fg1 m2 fg2 m3 fg3 m4 fg4 bg:color min max mode slide size:size s:size rate r
    drawgrid: x y width w height h color:color c:color thickness t replace
    edgedetect: high low mode planes
    elbg: codebook_length<=1024 l<=1024 nb_steps<=16 n<=16 seed s pal8 use_alpha
    entropy: mode
    epx: n
    eq: contrast brightness saturation gamma gamma_r gamma_g gamma_b gamma_weight eval
    erosion: coordinates threshold0 threshold1 threshold2 threshold3
    estdif: mode parity deint rslope redge ecost mcost dcost interp
    exposure: exposure black
    fade: type t start_frame s nb_frames n alpha start_time st duration d color:color c:color
    fftdnoiz: sigma amount block overlap method prev next planes window
    fftfilt: dc_Y dc_U dc_V weight_Y weight_U weight_V eval
    field: type
    fieldorder: order
    fillborders: left right top bottom mode color:color
    floodfill: x y s0 s1 s2 s3 d0 d1 d2 d3
    freezedetect: n noise d duration
    fspp: quality qp strength use_bframe_qp
    gblur: sigma steps planes sigmaV
    geq: lum_expr lum cb_expr cb cr_expr cr alpha_expr a red_expr r green_expr g blue_expr b interpolation i
    gradfun: strength radius
    grayworld:
    greyedge: difford minknorm sigma<=64
    hflip:
    histeq: strength intensity antibanding
    histogram: level_height scale_height display_mode d levels_mode m components c fgopacity f bgopacity b
      colors_mode l
    hqdn3d: luma_spatial chroma_spatial luma_tmp chroma_tmp
    hqx: n
    hsvhold: hue sat val similarity blend
    hsvkey: hue sat val similarity blend
    hue: h s H b
    huesaturation: hue saturation intensity colors strength rw gw bw lightness
    idet: intl_thres prog_thres rep_thres half_life analyze_interlaced_flag
    il: luma_mode l chroma_mode c alpha_mode a luma_swap ls chroma_swap cs alpha_swap as
    inflate: threshold0 threshold1 threshold2 threshold3
    kerndeint: thresh map order sharp twoway
    kirsch: planes scale delta
    lagfun: decay planes
    latency:
    lenscorrection: cx cy k1 k2 i fc:color
    limiter: min max planes
    lumakey: threshold tolerance softness
    lut: c0 c1 c2 c3 y u v r g b a
    lut1d: interp
    lut3d: clut interp
    lutrgb: c0 c1 c2 c3 y u v r g b a
    lutyuv: c0 c1 c2 c3 y u v r g b a
    maskfun: low high planes fill sum
    median: radius planes radiusV percentile
    mestimate: method mb_size<=128 search_param<=32
    metadata: mode key value function expr
    monochrome: cb cr size high
    negate: components negate_alpha
    nlmeans: s p pc r<=31 rc<=31
    noise: all_seed all_strength alls all_flags allf c0_seed c0_strength c0s c0_flags c0f c1_seed c1_strength c1s
      c1_flags c1f c2_seed c2_strength c2s c2_flags c2f c3_seed c3_strength c3s c3_flags c3f
    normalize: blackpt:color whitept:color smoothing<=65535 independence strength
    null:
    oscilloscope: x y s t o tx ty tw th c g st sc
    owdenoise: depth luma_strength ls chroma_strength cs
    pad: width:length w:length height:length h:length x y color:color eval aspect
    perspective: x0 y0 x1 y1 x2 y2 x3 y3 interpolation sense eval
    phase: mode
    photosensitivity: frames<=129 f<=129 threshold t skip bypass
    pixdesctest:
    pixelize: width w height h mode m planes p
    pixscope: x y w h o wx wy
    pp: subfilters
    pp7: qp mode
    prewitt: planes scale delta
    pseudocolor: c0 c1 c2 c3 index i preset p opacity
    qp: qp
    readeia608: scan_min scan_max spw chp lp
    readvitc: scan_max thr_b thr_w
    removegrain: m0 m1 m2 m3
    rgbashift: rh rv gh gv bh bv ah av edge
    roberts: planes scale delta
    rotate: angle a out_w:length ow:length out_h:length oh:length fillcolor:color c:color bilinear
    sab: luma_radius lr luma_pre_filter_radius lpfr luma_strength ls chroma_radius cr chroma_pre_filter_radius
      cpfr chroma_strength cs
    scale: w:length width:length h:length height:length size:size s:size sws_dither alphablend
      sws_flags:marks(fast_bilinear,bilinear,bicubic,experimental,neighbor,area,bicublin,gauss,sinc,lanczos,spline,print_info,accurate_rnd,full_chroma_int,full_chroma_inp,bitexact,error_diffusion)
      flags:marks(fast_bilinear,bilinear,bicubic,experimental,neighbor,area,bicublin,gauss,sinc,lanczos,spline,print_info,accurate_rnd,full_chroma_int,full_chroma_inp,bitexact,error_diffusion)
      interl in_color_matrix out_color_matrix in_range
      out_range in_v_chr_pos in_h_chr_pos out_v_chr_pos out_h_chr_pos force_original_aspect_ratio
      force_divisible_by param0 param1 eval
    scdet: threshold t sc_pass s
    scharr: planes scale delta
    scroll: horizontal h vertical v hpos vpos
    selectivecolor: correction_method reds yellows greens cyans blues magentas whites neutrals blacks
    setdar: dar ratio r max
    setfield: mode
    setparams: field_mode range color_primaries color_trc colorspace
    setrange: range
    setsar: sar ratio r max
    shear: shx shy fillcolor:color c:color interp
    showinfo: checksum
    showpalette: s
    shufflepixels: direction d mode m width w height h seed s
    shuffleplanes: map0 map1 map2 map3
    sidedata: mode type
    signalstats: stat out c:color color:color
    siti: print_summary
    smartblur: luma_radius lr luma_strength ls luma_threshold lt chroma_radius cr chroma_strength cs
      chroma_threshold ct
    sobel: planes scale delta
    spp: quality qp mode use_bframe_qp
    stereo3d: in out
    super2xsai:
    swaprect: w:share h:share x1 y1 x2 y2
    swapuv:
    tblend: c0_mode c1_mode c2_mode c3_mode all_mode c0_expr c1_expr c2_expr c3_expr all_expr c0_opacity
      c1_opacity c2_opacity c3_opacity all_opacity
    thistogram: width w display_mode d levels_mode m components c bgopacity b envelope e ecolor:color ec:color
      slide
    tlut2: c0 c1 c2 c3
    tmedian: radius<=64 planes percentile
    tmidequalizer: radius<=64 sigma planes
    tmix: frames<=129 weights scale planes
    tonemap: tonemap param desat peak
    transpose: dir passthrough
    unsharp: luma_msize_x lx luma_msize_y ly luma_amount la chroma_msize_x cx chroma_msize_y cy chroma_amount ca
      alpha_msize_x ax alpha_msize_y ay alpha_amount aa
    v360: input output interp w<=8192 h<=8192 in_stereo out_stereo in_forder out_forder in_frot out_frot in_pad
      out_pad fin_pad fout_pad yaw pitch roll rorder h_fov v_fov d_fov h_flip v_flip d_flip ih_flip iv_flip
      in_trans out_trans ih_fov iv_fov id_fov h_offset v_offset alpha_mask reset_rot
    vaguedenoiser: threshold method nsteps percent planes type
    vectorscope: mode m x y intensity i envelope e graticule g opacity o flags f bgopacity b lthreshold l
      hthreshold h colorspace c tint0 t0 tint1 t1
    vflip:
    vfrdet:
    vibrance: intensity rbal gbal bbal rlum glum blum alternate
    vignette: angle a x0 y0 mode eval dither aspect
    vmafmotion:
    w3fdif: filter mode parity deint
    waveform: mode m intensity i mirror r display d components c envelope e filter f graticule g opacity o flags
      fl scale s bgopacity b tint0 t0 tint1 t1 fitmode fm
    xbr: n
    yadif: mode parity deint
    yaepblur: radius<=1024 r<=1024 planes p sigma s
    zoompan: zoom z x y d s:size fps
    zscale: w:length width:length h:length height:length size:size s:size dither d filter f out_range range r
      primaries p transfer t matrix m in_range rangein rin primariesin pin transferin tin matrixin min chromal c
      chromalin cin npl agamma param_a param_b
    """,
    refusing: """
      curves: psfile=opensFiles plot=writesFiles
      deshake: filename=writesFiles opencl=usesDevice
      lut1d: file=opensFiles
      lut3d: file=opensFiles
      metadata: file=writesFiles direct=writesFiles
      selectivecolor: psfile=opensFiles
      vmafmotion: stats_file=writesFiles
      """)
}
