import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of a zip as text, by name. */
export async function readZip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes, { autoClose: false })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  zip.close()
  return files
}
