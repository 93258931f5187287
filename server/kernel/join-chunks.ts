/** Joins chunks to larger ones; only the last one has fewer than `minBytes`. */
export async function* joinChunks({ chunks, minBytes }: { chunks: AsyncIterable<Buffer>; minBytes: number }): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < minBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
