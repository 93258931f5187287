import type sharp from 'sharp'

/** Loaded by the first picture that is drawn: a shop whose pictures have all their sizes does not need its 19 MB. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  // One thread for each of two images leaves time for other requests on a machine with two cores.
  loaded.concurrency(1)
  return loaded
}
