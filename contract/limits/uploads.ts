/** Limits for uploaded pictures. */
export const uploads = {
  hintMegabytes: 10,
  maxMegabytes: 25,
  maxMegapixels: 50,
  /** pictures that one product can have */
  maxPictures: 8,
} as const
