/// The encoders of pictures and sound that documents may name, and what they may say of their options.
///
/// Encoders of machines' own devices, and those that load a library, are not among them.
package enum AllowedEncoders {
  /// By the options of their own. A list of a library's own parameters is looked up in `AllowedParameters`.
  package static let table = AllowedTable(
    """
    aac: aac_coder aac_ms aac_is aac_pns aac_tns aac_ltp aac_pred aac_pce
    ac3 ac3_fixed: center_mixlev surround_mixlev mixing_level room_type per_frame_metadata copyright dialnorm
      dsur_mode original dmix_mode ltrt_cmixlev ltrt_surmixlev loro_cmixlev loro_surmixlev dsurex_mode
      dheadphone_mode ad_conv_type stereo_rematrixing channel_coupling cpl_start_band
    adpcm_argo adpcm_ima_amv adpcm_ima_alp adpcm_ima_apm adpcm_ima_qt adpcm_ima_ssi adpcm_ima_wav adpcm_ima_ws
      adpcm_ms adpcm_swf adpcm_yamaha: block_size
    alac: min_prediction_order max_prediction_order
    amv mjpeg: mpv_flags luma_elim_threshold chroma_elim_threshold quantizer_noise_shaping qsquish rc_qmod_amp
      rc_qmod_freq rc_eq:equation rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold noise_reduction
      huffman force_duplicated_matrix
    apng png: dpi dpm pred
    cfhd: quality
    cinepak: max_extra_cb_iterations<=16 skip_empty_cb max_strips min_strips strip_number_adaptivity
    cljr: dither_type
    dca: dca_adpcm
    dnxhd: nitris_compat ibias profile
    dvvideo: quant_deadzone
    eac3: mixing_level room_type per_frame_metadata copyright dialnorm dsur_mode original dmix_mode ltrt_cmixlev
      ltrt_surmixlev loro_cmixlev loro_surmixlev dsurex_mode dheadphone_mode ad_conv_type stereo_rematrixing
      channel_coupling cpl_start_band
    exr: compression format gamma
    ffv1: slicecrc coder context
    ffvhuff: non_deterministic pred context
    flac: lpc_coeff_precision lpc_type lpc_passes<=32 min_partition_order max_partition_order
      prediction_order_method ch_mode exact_rice_parameters multi_dim_quant min_prediction_order
      max_prediction_order
    flv h261 msmpeg4v2 msmpeg4 rv10 rv20 speedhq: mpv_flags luma_elim_threshold chroma_elim_threshold
      quantizer_noise_shaping qsquish rc_qmod_amp rc_qmod_freq rc_eq:equation rc_init_cplx rc_buf_aggressivity
      border_mask lmin lmax sc_threshold noise_reduction motion_est mepc mepre intra_penalty
    wmv1 wmv2: mpv_flags luma_elim_threshold chroma_elim_threshold qsquish rc_qmod_amp rc_qmod_freq rc_eq:equation
      rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold noise_reduction motion_est mepc mepre
      intra_penalty
    g726 g726le: code_size
    gif: gifflags gifimage global_palette
    h263: obmc mb_info mpv_flags luma_elim_threshold chroma_elim_threshold quantizer_noise_shaping qsquish
      rc_qmod_amp rc_qmod_freq rc_eq:equation rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold
      noise_reduction ps motion_est mepc mepre intra_penalty
    h263p: umv aiv obmc structured_slices mpv_flags luma_elim_threshold chroma_elim_threshold
      quantizer_noise_shaping qsquish rc_qmod_amp rc_qmod_freq rc_eq:equation rc_init_cplx rc_buf_aggressivity
      border_mask lmin lmax sc_threshold noise_reduction ps motion_est mepc mepre intra_penalty
    hap: format chunks compressor
    huffyuv: non_deterministic pred
    jpeg2000: format tile_width tile_height pred eph prog layer_rates
    jpegls ljpeg magicyuv utvideo: pred
    libaom-av1: cpu-used auto-alt-ref lag-in-frames<=48 arnr-max-frames<=15 arnr-strength aq-mode error-resilience
      crf static-thresh drop-threshold denoise-block-size:choice(4,8,16,32,64,128,256)
      undershoot-pct overshoot-pct minsection-pct maxsection-pct frame-parallel tiles:size tile-columns tile-rows
      row-mt enable-cdef enable-global-motion enable-intrabc enable-restoration usage tune still-picture
      enable-rect-partitions enable-1to4-partitions enable-ab-partitions enable-angle-delta enable-cfl-intra
      enable-filter-intra enable-intra-edge-filter enable-smooth-intra enable-paeth-intra enable-palette
      enable-flip-idtx enable-tx64 reduced-tx-type-set use-intra-dct-only use-inter-dct-only
      enable-ref-frame-mvs enable-reduced-reference-set enable-obmc enable-dual-filter
      enable-diff-wtd-comp enable-dist-wtd-comp enable-onesided-comp enable-interinter-wedge enable-interintra-wedge
      enable-masked-comp enable-interintra-comp enable-smooth-interintra aom-params:list
    libcodec2: mode
    libjxl: effort distance modular
    libmp3lame: reservoir joint_stereo abr
    libopenjpeg: format:choice(j2k,jp2,0,2) profile cinema_mode prog_order numresolution irreversible disto_alloc
      fixed_quality
    libopus: application frame_duration packet_loss fec vbr mapping_family apply_phase_inv
    librav1e: qp speed tiles tile-rows tile-columns rav1e-params:list
    libspeex: abr cbr_quality frames_per_packet vad dtx
    libsvtav1: hielevel la_depth tier preset crf qp sc_detection tile_columns tile_rows svtav1-params:list
    libtwolame: mode psymodel energy_levels error_protection copyright original verbosity
    libvorbis: iblock
    libvpx: lag-in-frames<=25 arnr-maxframes<=15 arnr-strength arnr-type tune deadline error-resilient
      max-intra-rate crf static-thresh drop-threshold noise-sensitivity undershoot-pct overshoot-pct
      ts-parameters:list auto-alt-ref cpu-used speed quality vp8flags arnr_max_frames arnr_strength arnr_type
      rc_lookahead sharpness
    libvpx-vp9: lag-in-frames<=25 arnr-maxframes<=15 arnr-strength arnr-type tune deadline error-resilient
      max-intra-rate crf static-thresh drop-threshold noise-sensitivity undershoot-pct overshoot-pct
      ts-parameters:list auto-alt-ref cpu-used lossless tile-columns tile-rows frame-parallel aq-mode level row-mt
      tune-content corpus-complexity enable-tpl speed quality vp8flags arnr_max_frames arnr_strength arnr_type
      rc_lookahead sharpness
    libwebp_anim libwebp: lossless preset cr_threshold cr_size quality
    libx264 libx264rgb: preset tune profile fastfirstpass level wpredp a53cc x264opts:list crf crf_max qp aq-mode
      aq-strength psy psy-rd rc-lookahead<=250 weightb weightp ssim intra-refresh bluray-compat b-bias b-pyramid
      mixed-refs 8x8dct fast-pskip aud mbtree deblock cplxblur partitions direct-pred slice-max-size nal-hrd
      avcintra-class me_method motion-est forced-idr coder b_strategy chromaoffset sc_threshold noise_reduction
      udu_sei x264-params:list
    libx265: crf qp forced-idr preset tune profile udu_sei x265-params:list
    libxvid: lumi_aq variance_aq ssim ssim_acc gmc me_quality mpeg_quant
    mpeg1video: gop_timecode drop_frame_timecode scan_offset timecode_frame_start b_strategy b_sensitivity
      brd_scale mpv_flags luma_elim_threshold chroma_elim_threshold quantizer_noise_shaping qsquish rc_qmod_amp
      rc_qmod_freq rc_eq:equation rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold noise_reduction
      motion_est mepc mepre intra_penalty
    mpeg2video: gop_timecode drop_frame_timecode scan_offset timecode_frame_start b_strategy b_sensitivity
      brd_scale intra_vlc non_linear_quant alternate_scan a53cc seq_disp_ext video_format mpv_flags
      luma_elim_threshold chroma_elim_threshold quantizer_noise_shaping qsquish rc_qmod_amp rc_qmod_freq
      rc_eq:equation rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold noise_reduction ps motion_est
      mepc mepre intra_penalty
    mpeg4: data_partitioning alternate_scan mpeg_quant b_strategy b_sensitivity brd_scale mpv_flags
      luma_elim_threshold chroma_elim_threshold quantizer_noise_shaping qsquish rc_qmod_amp rc_qmod_freq
      rc_eq:equation rc_init_cplx rc_buf_aggressivity border_mask lmin lmax sc_threshold noise_reduction ps motion_est
      mepc mepre intra_penalty
    opus: opus_delay apply_phase_inv
    prores prores_aw: vendor
    prores_ks: mbs_per_slice profile vendor bits_per_mb quant_mat alpha_bits
    roqvideo: quake3_compat
    rpza: skip_frame_thresh start_one_color_thresh continue_one_color_thresh sixteen_color_thresh
    sbc: sbc_delay msbc
    sgi sunrast targa: rle
    snow: motion_est intra_penalty iterative_dia_size<=64 sc_threshold pred rc_eq:equation
    svq1: motion-est
    tiff: dpi compression_algo
    vbn: format
    vc2: tolerance slice_width slice_height wavelet_depth wavelet_type:choice(9_7,5_3,haar,haar_noshift,0,1,3,4) qm
    wavpack: joint_stereo optimize_mono
    a64multi a64multi5 alias_pix asv1 asv2 avrp avui ayuv bitpacked bmp comfortnoise dpx fits flashsv flashsv2
      msvideo1 pam pbm pcx pfm pgm pgmyuv phm ppm qoi qtrle r10k r210 rawvideo s302m smc v210 v308 v408 v410 xbm
      xface xwd y41p yuv4 zlib zmbv aptx aptx_hd dfpwm g723_1 mlp mp2 mp2fixed nellymoser real_144 sonic sonicls
      truehd tta vorbis wmav1 wmav2 pcm_alaw pcm_bluray pcm_dvd pcm_f32be pcm_f32le pcm_f64be pcm_f64le pcm_mulaw
      pcm_s8 pcm_s8_planar pcm_s16be pcm_s16be_planar pcm_s16le pcm_s16le_planar pcm_s24be pcm_s24daud pcm_s24le
      pcm_s24le_planar pcm_s32be pcm_s32le pcm_s32le_planar pcm_s64be pcm_s64le pcm_u8 pcm_u16be pcm_u16le
      pcm_u24be pcm_u24le pcm_u32be pcm_u32le pcm_vidc roq_dpcm adpcm_adx g722 libgsm libgsm_ms libshine
      libtheora:
    """,
    refusing: """
      libaom-av1: denoise-noise-level=isRandom use-intra-default-tx-only=isUnsafe
      libsvtav1: maxrate=isRandom
      amv mjpeg flv h261 h263 h263p msmpeg4v2 msmpeg4 rv10 rv20 speedhq wmv1 wmv2 mpeg1video mpeg2video mpeg4:
        error_rate=isBroken skip_threshold=changesTiming skip_factor=changesTiming skip_exp=changesTiming
        skip_cmp=changesTiming
      amv mjpeg flv h261 msmpeg4v2 msmpeg4 rv10 rv20 speedhq wmv1 wmv2 mpeg1video: ps=isBroken
      wmv1 wmv2: quantizer_noise_shaping=isUnsafe
      jpeg2000: sop=isBroken
      snow: memc_only=isBroken no_bitstream=isBroken
      libx264 libx264rgb: passlogfile=writesFiles stats=writesFiles
      """)

  /// Those that documents may not use, by why.
  package static let refused = AllowedTable.reasons(
    """
    isUnsafe: wrapped_avframe
    loadsCode: h264_omx mpeg4_omx
    usesDevice: h263_v4l2m2m h264_nvenc h264_qsv h264_v4l2m2m h264_vaapi hevc_nvenc hevc_qsv hevc_v4l2m2m
      hevc_vaapi mjpeg_qsv mjpeg_vaapi mpeg2_qsv mpeg2_vaapi mpeg4_v4l2m2m vp8_v4l2m2m vp8_vaapi vp9_qsv
      vp9_vaapi
    """)

  /// The options that libavcodec has for all encoders.
  package static let shared = AllowedTable(
    """
    any: b ab bt flags:flags flags2:flags export_side_data g ar<=768000 ac<=64 cutoff frame_size<=65536 qcomp qblur qmin
      qmax qdiff bf<=16 b_qfactor strict b_qoffset err_detect maxrate minrate bufsize i_qfactor i_qoffset dct
      lumi_mask tcplx_mask scplx_mask p_mask dark_mask idct aspect sar debug dia_size<=1024 last_pred<=16
      pre_dia_size<=1024 subq<=16 me_range<=256 global_quality mbd rc_init_occupancy threads<=64 dc nssew profile
      level cmp subcmp mbcmp ildctcmp precmp mblmin mblmax bidir_refine keyint_min refs<=64 trellis<=16
      mv0_threshold compression_level ch_layout channel_layout rc_max_vbv_use rc_min_vbv_use ticks_per_frame
      color_primaries color_trc colorspace color_range chroma_sample_location slices<=1024 thread_type
      audio_service_type field_order dump_separator max_pixels max_samples
    """)
}
