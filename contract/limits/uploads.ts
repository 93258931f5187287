/** Of pictures. */
export const uploads = {
  hintMegabytes: 10,
  maxMegabytes: 25,
  maxMegapixels: 50,
  /** of one product */
  maxPictures: 8,
} as const
