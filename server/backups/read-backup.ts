import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { StartupError } from '../kernel/startup-error.ts'
import { type Manifest, manifestFile, manifestSchema } from './manifest.ts'

interface ReadOptions {
  /** a path, or a name for messages when `source` is the content */
  readonly file: string
  readonly source?: Readable
  readonly signal?: AbortSignal | undefined
}

/** The files of a backup, one after another. None is larger than an image or a part of a table. */
export async function* readFiles({ file, source, signal }: ReadOptions): AsyncGenerator<{ name: string; content: Buffer }> {
  const tar = extract()
  const read = pipeline(source ?? createReadStream(file), createGunzip(), tar, { signal })
  // The loop throws the same error; without this an early exit of the loop would leave a rejection unhandled.
  read.catch(() => {})
  for await (const entry of tar) yield { name: entry.header.name, content: await buffer(entry) }
  await read
}

/** Reads a whole backup and verifies each file against the manifest. Throws `StartupError`. */
export async function checkBackup(options: ReadOptions): Promise<Manifest> {
  const { file } = options
  const found: Manifest['files'] = {}
  let manifest: Manifest | undefined
  try {
    for await (const { name, content } of readFiles(options)) {
      if (name === manifestFile) manifest = manifestSchema.parse(JSON.parse(content.toString()))
      else found[name] = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StartupError(`There is no backup at ${file}.`)
    throw new StartupError(
      `${file} is not a complete backup of this shop (${message.split('\n')[0]}). Nothing was changed. Use another one.`,
    )
  }
  if (!manifest) throw new StartupError(`${file} is not a complete backup of this shop: it has no manifest. Nothing was changed.`)
  const names = new Set([...Object.keys(manifest.files), ...Object.keys(found)])
  const damaged = [...names].find((name) => {
    const [actual, expected] = [found[name], manifest.files[name]]
    return actual?.bytes !== expected?.bytes || actual?.sha256 !== expected?.sha256
  })
  if (damaged) throw new StartupError(`${file} is damaged: the content of ${damaged} has changed. Nothing was changed. Use another one.`)
  return manifest
}
