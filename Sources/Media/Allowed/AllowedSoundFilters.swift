/// The filters of sound that may be effects, and what documents may say of their options.
package enum AllowedSoundFilters {
  package static let table = AllowedTable(
    """
    acompressor: level_in mode threshold ratio attack release makeup knee link detection level_sc mix
    acontrast: contrast
    acrusher: level_in level_out bits mix mode dc aa samples lfo lforange lforate
    adeclick: window w overlap o arorder a threshold t burst b method m
    adeclip: window w overlap o arorder a threshold t hsize n method m
    adecorrelate: stages seed
    adelay: delays:delays all
    adenorm: level type
    aderivative:
    adynamicequalizer: threshold dfrequency dqfactor tfrequency tqfactor attack release knee ratio makeup range
      slew mode tftype
    adynamicsmooth: sensitivity basefreq
    aecho: in_gain out_gain delays:numbers<=90000 decays
    aemphasis: level_in level_out mode type
    aeval: exprs channel_layout c
    aexciter: level_in level_out amount drive blend freq ceil listen
    afade: type t start_sample ss nb_samples ns start_time st duration d curve c
    afftdn: noise_reduction nr noise_floor nf noise_type nt band_noise bn residual_floor rf track_noise tn
      track_residual tr output_mode om adaptivity ad floor_offset fo noise_link nl band_multiplier bm sample_noise
      sn gain_smooth gs
    afftfilt: real imag win_size win_func overlap
    afreqshift: shift level order
    afwtdn: sigma levels wavet percent profile adaptive samples softness
    agate: level_in mode range threshold ratio attack release makeup knee detection link level_sc
    aintegral:
    alimiter: level_in level_out limit attack release asc asc_level level latency
    allpass: frequency f width_type t width w mix m channels c normalize n order o transform a precision r
    anlmdn: strength s patch p research r output o smooth m
    aphaser: in_gain out_gain delay decay speed type
    aphaseshift: shift level order
    apsyclip: level_in level_out clip diff adaptive iterations level
    apulsator: level_in level_out mode amount offset_l offset_r width timing bpm ms hz
    asoftclip: type threshold output param oversample
    asubboost: dry wet boost decay feedback cutoff slope delay channels
    asubcut: cutoff order level
    asupercut: cutoff order level
    asuperpass: centerf order qfactor level
    asuperstop: centerf order qfactor level
    atilt: freq slope width order level
    bandpass: frequency f width_type t width w csg mix m channels c normalize n transform a precision r blocksize
      b
    bandreject: frequency f width_type t width w mix m channels c normalize n transform a precision r blocksize b
    bass: frequency f width_type t width w gain g poles p mix m channels c normalize n transform a precision r
      blocksize b
    biquad: a0 a1 a2 b0 b1 b2 mix m channels c normalize n transform a precision r blocksize b
    bs2b: profile fcut feed
    channelmap: map channel_layout
    chorus: in_gain out_gain delays:numbers<=1000 decays speeds depths
    compand: attacks decays points soft-knee gain volume delay
    compensationdelay: mm cm m dry wet temp
    crossfeed: strength range slope level_in level_out block_size
    crystalizer: i c
    dcshift: shift limitergain
    deesser: i m f s
    dialoguenhance: original enhance voice
    dynaudnorm: framelen f gausssize g peak p maxgain m targetrms r coupling n correctdc c altboundary b compress
      s threshold t overlap o
    earwax:
    equalizer: frequency f width_type t width w gain g mix m channels c normalize n transform a precision r
      blocksize b
    extrastereo: m c
    firequalizer: gain gain_entry delay<=10 accuracy<=1000 wfunc fixed multi zero_phase scale fft2 min_phase
    flanger: delay depth regen width speed shape phase interp
    haas: level_in level_out side_gain middle_source middle_phase left_delay left_balance left_gain left_phase
      right_delay right_balance right_gain right_phase
    hdcd: disable_autoconvert process_stereo cdt_ms force_pe analyze_mode bits_per_sample
    highpass: frequency f width_type t width w poles p mix m channels c normalize n transform a precision r
      blocksize b
    highshelf: frequency f width_type t width w gain g poles p mix m channels c normalize n transform a precision
      r blocksize b
    loudnorm: I i LRA lra TP tp measured_I measured_i measured_LRA measured_lra measured_TP measured_tp
      measured_thresh offset linear dual_mono print_format
    lowpass: frequency f width_type t width w poles p mix m channels c normalize n transform a precision r
      blocksize b
    lowshelf: frequency f width_type t width w gain g poles p mix m channels c normalize n transform a precision r
      blocksize b
    mcompand: args
    pan: args
    rubberband: tempo pitch transients detector phase window smoothing formant pitchq channels
    speechnorm: peak p expansion e compression c threshold t raise r fall f channels h invert i link l
    stereotools: level_in level_out balance_in balance_out softclip mutel muter phasel phaser mode slev sbal mlev
      mpan base delay sclevel phase bmode_in bmode_out
    stereowiden: delay feedback crossfeed drymix
    superequalizer: 1b 2b 3b 4b 5b 6b 7b 8b 9b 10b 11b 12b 13b 14b 15b 16b 17b 18b
    surround: chl_out chl_in level_in level_out lfe lfe_low lfe_high lfe_mode angle fc_in fc_out fl_in fl_out
      fr_in fr_out sl_in sl_out sr_in sr_out bl_in bl_out br_in br_out bc_in bc_out lfe_in lfe_out allx ally fcx
      flx frx blx brx slx srx bcx fcy fly fry bly bry sly sry bcy win_size win_func overlap
    tiltshelf: frequency f width_type t width w gain g poles p mix m channels c normalize n transform a precision
      r blocksize b
    treble: frequency f width_type t width w gain g poles p mix m channels c normalize n transform a precision r
      blocksize b
    tremolo: f d
    vibrato: f d
    virtualbass: cutoff strength
    volume: volume precision eval replaygain replaygain_preamp replaygain_noclip
    """,
    refusing: """
      dynaudnorm: channels=isUnsafe h=isUnsafe
      firequalizer: dumpfile=writesFiles dumpscale=writesFiles
      """)
}
