import { Writable } from 'node:stream'

/** More than any page: the renderer must not wait for what it has written. */
const maxPageBytes = 2 ** 24

/** A stream that keeps what is written to it. */
export const collectChunks = (chunks: Buffer[]): Writable =>
  new Writable({
    highWaterMark: maxPageBytes,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
