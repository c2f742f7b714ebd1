package import TimelineModel

/// What documents may say in options that are lists of the parameters of the library behind an encoder.
package enum AllowedParameters {
  /// Nil if the option is no list of them.
  package static func list(of option: String) -> ParameterList? {
    switch option {
    case "x264-params": x264
    case "x264opts": ParameterList(.plain, x264.spelling, x264.parameters)
    case "x265-params": x265
    case "svtav1-params": svtAV1
    case "rav1e-params": rav1e
    case "aom-params": aom
    case "ts-parameters": vpxLayers
    default: nil
    }
  }

  /// Those of libx264 164. `cqm` takes a name that it does not know for a file.
  private static let x264 = AllowedTable.list(
    .dictionary, .x264,
    """
    threads<=128 lookahead-threads<=128 sliced-threads sync-lookahead<=250 deterministic n-deterministic
    cpu-independent level level-idc bluray-compat avcintra-class avcintra-flavor sar overscan videoformat
    fullrange colorprim transfer colormatrix chromaloc mastering-display cll alternative-transfer fps ref<=16
    frameref<=16 dpb-size<=16 keyint min-keyint keyint-min scenecut intra-refresh bframes<=16 b-adapt b-bias
    b-pyramid open-gop nf filter deblock slice-max-size slice-max-mbs slice-min-mbs slices<=1024
    slices-max<=1024 cabac cabac-idc interlaced tff bff constrained-intra cqm:choice(flat,jvt) cqm4 cqm8 cqm4i
    cqm4p cqm4iy cqm4ic cqm4py cqm4pc cqm8i cqm8p log analyse partitions 8x8dct weightb weight-b weightp direct
    direct-pred chroma-qp-offset me merange<=256 me-range<=256 mvrange mv-range mvrange-thread mv-range-thread
    subme<=16 subq<=16 psy-rd psy chroma-me mixed-refs trellis fast-pskip dct-decimate deadzone-inter
    deadzone-intra nr bitrate qp qp-constant crf crf-max rc-lookahead<=250 qpmin qp-min qpmax qp-max qpstep
    qp-step ratetol vbv-maxrate vbv-bufsize vbv-init ipratio ip-factor pbratio pb-factor aq-mode aq-strength
    qcomp mbtree qblur cplxblur cplx-blur crop-rect psnr ssim aud sps-id global-header repeat-headers annexb
    force-cfr nal-hrd filler pic-struct fake-interlaced frame-packing stitchable zones:zones
    """,
    refusing: """
      isSetElsewhere: pass
      isUnsafe: asm
      opensFiles: cqmfile
      usesDevice: opencl opencl-device
      writesFiles: opencl-clbin dump-yuv stats
      """)

  /// Those of libx265 3.5. `scaling-list` takes a name that it does not know for a file; what says how the frames
  /// lie in memory lets it read beyond them. With `lowpass-dct` it goes by the first encoder of the process.
  private static let x265 = AllowedTable.list(
    .dictionary, .x265,
    """
    fps frame-threads<=16 pmode pme level-idc level high-tier allow-non-conformance log-level log cu-stats
    total-frames annexb repeat-headers wpp ctu min-cu-size tu-intra-depth tu-inter-depth max-tu-size subme<=16
    merange<=512 rect amp max-merge temporal-mvp early-skip rskip rdpenalty tskip no-tskip-fast tskip-fast
    strong-intra-smoothing lossless cu-lossless constrained-intra cip fast-intra open-gop intra-refresh
    lookahead-slices<=16 scenecut temporal-layers keyint min-keyint rc-lookahead<=250 bframes<=16 bframe-bias
    b-adapt interlace ref<=16 limit-refs limit-modes weightp weightb cbqpoffs crqpoffs rd rdoq rdoq-level psy-rd
    psy-rdoq rd-refine signhide b-intra lft deblock sao sao-non-deblock ssim psnr hash aud info b-pyramid hrd
    ipratio ip-factor pbratio pb-factor qcomp qpstep cplxblur qblur aq-mode aq-strength vbv-maxrate vbv-bufsize
    vbv-init crf-max crf-min qpmax crf bitrate qp rc-grain zones me cutree slow-firstpass strict-cbr sar
    overscan videoformat range colorprim transfer colormatrix chromaloc display-window crop-rect nr-intra
    nr-inter scaling-list:choice(off,default) pools numa-pools qg-size master-display max-cll min-luma max-luma
    uhd-bd qpmin analyze-src-pics log2-max-poc-lsb vui-timing-info vui-hrd-info slices<=1024 limit-tu opt-qp-pps
    opt-ref-list-length-pps multi-pass-opt-rps scenecut-bias hist-scenecut hist-threshold rskip-edge-threshold
    lookahead-threads<=64 opt-cu-delta-qp aq-motion dynamic-rd ssim-rd hdr hdr10 hdr-opt hdr10-opt limit-sao
    idr-recovery-sei const-vbv refine-intra refine-inter refine-mv splitrd-skip vbv-end vbv-end-fr-adj
    gop-lookahead<=250 radl max-ausize-factor dynamic-refine single-sei atc-sei pic-struct
    dolby-vision-profile hrd-concat hevc-aq qp-adaptation-range selective-sao fades scenecut-aware-qp
    scenecut-window qp-delta-ref qp-delta-nonref field cll dup-threshold hme hme-search hme-range:numbers<=512
    min-vbv-fullness max-vbv-fullness frames
    """,
    refusing: """
      isRandom: lowpass-dct
      changesTiming: chunk-start chunk-end frame-dup
      isSetElsewhere: pass vbv-live-multi-pass force-flush
      isUnsafe: asm copy-pic input-depth input-res input-csp ctu-info
      loadsCode: svt svt-hme svt-search-width svt-search-height svt-compressed-ten-bit-format
        svt-speed-control svt-preset-tuner svt-hierarchical-level svt-base-layer-switch-mode svt-pred-struct
        svt-fps-in-vps
      opensFiles: analysis-load analysis-reuse-level analysis-load-reuse-level lambda-file nalu-file
        dhdr10-info dhdr10-opt scale-factor refine-ctu-distortion refine-analysis-type
      writesFiles: csv csv-log-level stats analysis-save analysis-reuse-file analysis-reuse-mode
        analysis-save-reuse-level multi-pass-opt-analysis multi-pass-opt-distortion
      """)

  /// The parameters of SVT-AV1 1.4, and a few of later versions.
  ///
  /// The library hangs if a `mastering-display` is incomplete. Where it keeps to a bit rate its bytes differ by run, so
  /// that one has to be asked for by its own key.
  private static let svtAV1 = AllowedTable.list(
    .dictionary, .exact,
    """
    keyint crf profile irefresh-type sframe-mode qindex-offsets chroma-qindex-offsets qp film-grain
    film-grain-denoise hierarchical-levels tier level lp<=256 pin rc:choice(0) lookahead<=120 tbr vbv-bufsize scd
    max-qp min-qp bias-pct minsection-pct maxsection-pct undershoot-pct overshoot-pct recode-loop scm
    pred-struct enable-tpl-la aq-mode superres-mode superres-qthres superres-kf-qthres superres-denom
    superres-kf-denom fast-decode tune buf-initial-sz buf-optimal-sz buf-sz key-frame-chroma-qindex-offset
    key-frame-qindex-offset luma-y-dc-qindex-offset enable-cdef enable-restoration enable-mfmv intra-period
    tile-rows tile-columns sframe-dist preset use-fixed-qindex-offsets enable-dlf enable-tf enable-overlays
    enable-hdr rmv mastering-display:display content-light:numbers<=100000 color-primaries
    transfer-characteristics matrix-coefficients color-range chroma-sample-position max-reference-frames mfmv
    gop-constraint-rc fps-num fps-denom enable-force-key-frames startup-mg-size variance-boost-strength
    enable-variance-boost variance-octile sharpness enable-qm qm-min qm-max chroma-qm-min chroma-qm-max tf-strength
    """,
    refusing: """
      changesNothing: enable-stat-report
      isRandom: mbr
      isBroken: chroma-u-dc-qindex-offset chroma-u-ac-qindex-offset chroma-v-dc-qindex-offset
        chroma-v-ac-qindex-offset
      isSetElsewhere: pass ss
      isUnsafe: asm width height forced-max-frame-width forced-max-frame-height input-depth color-format
        compressed-ten-bit-format resize-mode
      opensFiles: use-q-file fgs-table
      """)

  /// Those of rav1e 0.5.
  private static let rav1e = AllowedTable.list(
    .dictionary, .exact,
    """
    speed threads<=256 tiles<=4096 tile_rows<=64 tile_cols<=64 tune quantizer min_quantizer bitrate
    key_frame_interval min_key_frame_interval switch_frame_interval reservoir_frame_delay<=400
    rdo_lookahead_frames<=250 low_latency enable_timing_info still_picture mastering_display content_light
    """,
    refusing: """
      isUnsafe: width height
      """)

  /// Those of libaom 3.6. `tune` reads a model from a file for what begins with `vmaf`.
  private static let aom = AllowedTable.list(
    .dictionary, .exact,
    """
    drop-frame noise-sensitivity sharpness static-thresh auto-alt-ref arnr-maxframes<=15 arnr-strength
    tune:choice(psnr,ssim,0,1) cq-level qp max-intra-rate cpu-used row-mt fp-mt tile-columns tile-rows
    enable-tpl-model enable-keyframe-filtering tile-width tile-height lossless enable-deblocking enable-cdef
    enable-restoration enable-rect-partitions enable-ab-partitions enable-1to4-partitions min-partition-size
    max-partition-size enable-dual-filter enable-chroma-deltaq enable-intra-edge-filter enable-order-hint
    enable-tx64 enable-flip-idtx enable-rect-tx enable-dist-wtd-comp enable-masked-comp enable-onesided-comp
    enable-interintra-comp enable-smooth-interintra enable-diff-wtd-comp enable-interinter-wedge
    enable-interintra-wedge enable-global-motion enable-warped-motion enable-filter-intra enable-smooth-intra
    enable-paeth-intra enable-cfl-intra enable-directional-intra enable-diagonal-intra force-video-mode
    enable-obmc enable-overlay enable-palette enable-intrabc enable-angle-delta enable-trellis-quant enable-qm
    qm-min qm-max reduced-tx-type-set use-intra-dct-only use-inter-dct-only
    quant-b-adapt coeff-cost-upd-freq mode-cost-upd-freq mv-cost-upd-freq dv-cost-upd-freq num-tile-groups<=128
    mtu-size timing-info film-grain-test denoise-block-size:choice(4,8,16,32,64,128,256)
    enable-dnl-denoising enable-ref-frame-mvs frame-parallel error-resilient sframe-mode aq-mode deltaq-mode
    deltaq-strength delta-lf-mode frame-boost gf-cbr-boost max-inter-rate min-gf-interval max-gf-interval
    gf-min-pyr-height gf-max-pyr-height max-reference-frames reduced-reference-set target-seq-level-idx set-tier-mask
    min-cr color-primaries transfer-characteristics matrix-coefficients chroma-sample-position tune-content
    cdf-update-mode sb-size use-fixed-qp-offsets fixed-qp-offsets vbr-corpus-complexity-lap
    enable-reduced-reference-set enable-tx-size-search loopfilter-control auto-intra-tools-off
    strict-level-conformance kf-max-pyr-height undershoot-pct overshoot-pct minsection-pct maxsection-pct buf-sz
    buf-initial-sz buf-optimal-sz superres-mode superres-denominator resize-mode resize-denominator
    """,
    refusing: """
      isRandom: denoise-noise-level
      isUnsafe: use-intra-default-tx-only
      opensFiles: film-grain-table vmaf-model-path enable-rate-guide-deltaq rate-distribution-info
        subgop-config-path vmaf-quantization
      writesFiles: partition-info-path second-pass-log
      """)

  /// The layers of libvpx.
  private static let vpxLayers = AllowedTable.list(
    .dictionary, .exact,
    """
    ts_number_layers ts_target_bitrate ts_rate_decimator ts_periodicity ts_layer_id ts_layering_mode
    """,
    refusing: "")
}
