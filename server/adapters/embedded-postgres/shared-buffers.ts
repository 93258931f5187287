const megabyte = 2 ** 20
/** PostgreSQL's default. */
const minMegabytes = 128
/** Enough for the tables and indexes of some 100,000 products and orders. */
const maxMegabytes = 1_024

/** `shared_buffers` for a machine or container with this much memory: an eighth, because Node and other programs share it. */
export function chooseSharedBuffers(memoryBytes: number): string {
  const megabytes = Math.floor(memoryBytes / 8 / megabyte)
  return `${Math.min(maxMegabytes, Math.max(minMegabytes, megabytes))}MB`
}
