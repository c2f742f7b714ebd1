extension Rule {
  /// Every rule, in the order of their pages.
  package static let catalogue: [Rule] = [
    .emptyTimeline, .missingFilter, .programmeTooLong, .impreciseDurationSource, .interlacedSource,
    .toneMappedSource, .truncatedSource, .damagedSource, .undecodableStream, .instructionGap, .instructionOverlap,
    .instructionOrder, .instructionSpanShort, .layerTrackEmpty, .trackNeverShown, .rampOverlap, .rampOutOfRange,
    .rampJump, .easeOvershoots, .opacityRange, .volumeRange, .amountRange,
    .timeNotOnFrame, .backgroundNotOpaque, .alphaNotKept, .hdrInEightBits, .renderSizeOdd, .fitDistorts,
    .chapterOutOfRange, .chapterOverlap, .languagesDiffer, .chapterNotAtStart, .chapterLanguageMissing, .titlePastEnd,
    .missingGlyph,
    .picturePastEnd,
    .soundPastEnd,
    .blackLeadIn, .blackStretch, .fadeWithinFrame, .segmentHidden, .fitClips, .lowContrast, .variableRateSource, .soundMissing,
    .silentStretch, .mixMayClip, .textOutsideSafe, .flashingPicture,
  ]
}
