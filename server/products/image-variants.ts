import sharp, { type AvifOptions, type JpegOptions, type WebpOptions } from 'sharp'
import type { ImageFormat } from '#contract/images.ts'
import { createSemaphore } from '../semaphore.ts'
import type { ImageStore } from './image-store.ts'

const encoding: { avif: AvifOptions; webp: WebpOptions; jpeg: JpegOptions } = {
  // Little effort: a shopper is waiting for the first one, and the file is only a few per cent larger.
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 4 },
  jpeg: { quality: 78, mozjpeg: true },
}

// One thread a picture and two pictures at once: a cold page keeps both cores busy and leaves the server its turn.
sharp.concurrency(1)
const concurrency = 2

/** Makes each width and format of a picture once, when it is first asked for, and keeps it. */
export function createDerivatives({ images, warn }: { images: ImageStore; warn: (problem: unknown) => void }) {
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  const semaphore = createSemaphore({ concurrency })

  async function make({ imageKey, width, format }: Wanted, key: string): Promise<Buffer | undefined> {
    const kept = await images.read(key)
    if (kept) return kept
    const master = await images.read(`masters/${imageKey}.webp`)
    if (!master) return undefined
    const made = await semaphore.run(() => sharp(master).resize({ width }).toFormat(format, encoding[format]).toBuffer())
    // Made anew next time, if there is no room for it now; who waits for it gets it all the same.
    await images.write(key, made).catch(warn)
    return made
  }

  return {
    /** The picture's bytes; undefined when there is no such picture. Parallel calls for one picture share the work. */
    find(wanted: Wanted): Promise<Buffer | undefined> {
      const key = `derived/${wanted.imageKey}/${wanted.width}.${wanted.format}`
      const started = inFlight.get(key) ?? make(wanted, key).finally(() => inFlight.delete(key))
      inFlight.set(key, started)
      return started
    },
  }
}

export interface Wanted {
  readonly imageKey: string
  readonly width: number
  readonly format: ImageFormat
}
