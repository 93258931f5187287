import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { joinChunks } from '../kernel/join-chunks.ts'

interface ZipEntry {
  readonly name: string
  readonly content: Readable | Buffer
}

interface WriteZip {
  /** the next one is taken when the one before is written */
  readonly entries: AsyncIterable<ZipEntry>
  /** of every part but the last one */
  readonly partBytes: number
  /** parts come one after the other */
  readonly storePart: (content: Buffer) => Promise<void>
  readonly signal: AbortSignal
}

/** Writes a zip file in parts, with one entry in memory. Rejects with the first error of entries, parts or `signal`. */
export async function writeZip({ entries, partBytes, storePart, signal }: WriteZip): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const stored = pipeline(
    output,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const content of joinChunks({ chunks, minBytes: partBytes })) await storePart(content)
    },
    { signal },
  )
  const fill = async () => {
    for await (const entry of entries) await addEntry({ zip, ...entry })
    zip.end()
  }
  try {
    await Promise.race([Promise.all([fill(), stored]), stored])
    await stored
  } catch (error) {
    output.destroy()
    await stored.catch(() => {})
    throw error
  }
}

/** Resolves when the content is read. Pictures are compressed already. */
function addEntry({ zip, name, content }: ZipEntry & { zip: ZipFile }): Promise<void> {
  const stream = Buffer.isBuffer(content) ? Readable.from([content], { objectMode: false }) : content
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject)
    zip.addReadStreamLazy(name, { compress: !Buffer.isBuffer(content) }, (callback) => callback(null, stream))
  })
}
