import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/** Compression of responses that are not cached. */
export const compression: FastifyCompressOptions = {
  threshold: 1024,
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  // A page is compressed faster at once than by a stream on another thread.
  syncThreshold: 128 * 1024,
  // Fast settings: a larger window costs a stream more than the compression. Each part of a stream is sent when it is there, so that a
  // download begins with its first rows.
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 16 },
    flush: constants.BROTLI_OPERATION_FLUSH,
  },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
}
