/** Limits for uploaded pictures and videos. */
export const uploads = {
  hintMegabytes: 10,
  maxMegabytes: 25,
  maxMegapixels: 50,
  /** pictures that one product can have */
  maxPictures: 8,
  /** of the front page */
  videoMaxMegabytes: 4,
  videoMaxSeconds: 30,
} as const
