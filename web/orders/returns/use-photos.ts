import { useEffect, useRef, useState } from 'react'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { createKey } from '../../api/idempotency-key.ts'
import type { ReturnSource } from './return-source.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif'
const maxBytes = uploads.maxMegabytes * 1024 * 1024

/** A photo that is chosen and not sent yet. */
interface ChosenPhoto {
  /** the idempotency key: after a lost reply the same photo is not added twice */
  readonly key: string
  readonly file: File
  /** of the preview */
  readonly url: string
  /** why it was not sent */
  readonly error?: string
}

/** The chosen photos of a return, at most `room`. They are sent one after the other; one that fails can be sent again. */
export function usePhotos({ source, room }: { source: Pick<ReturnSource, 'addPicture'>; room: number }) {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isSending, setSending] = useState(false)
  const latest = useRef(photos)
  /** made once: a repeated request must have the same contents */
  const smaller = useRef(new Map<string, Promise<File>>())
  const set = (change: (previous: readonly ChosenPhoto[]) => readonly ChosenPhoto[]) => {
    latest.current = change(latest.current)
    setPhotos(latest.current)
  }
  useEffect(() => () => latest.current.forEach(({ url }) => void URL.revokeObjectURL(url)), [])

  const remove = (key: string) => {
    const photo = latest.current.find((each) => each.key === key)
    if (photo) URL.revokeObjectURL(photo.url)
    set((previous) => previous.filter((each) => each.key !== key))
  }
  const add = (files: Iterable<File>) => {
    const all = [...files]
    const fitting = all.filter(({ type, size }) => photoTypes.split(',').includes(type) && size > 0 && size <= maxBytes)
    const added = fitting.slice(0, Math.max(0, room - latest.current.length))
    setRefused(all.filter((file) => !added.includes(file)).map(({ name }) => name))
    set((previous) => [...previous, ...added.map((file) => ({ key: createKey(), file, url: URL.createObjectURL(file) }))])
  }
  /** Returns whether all photos are sent. */
  const send = async (returnId: string): Promise<boolean> => {
    setSending(true)
    for (const { key, file } of latest.current) {
      try {
        const image = smaller.current.get(key) ?? shrinkPhoto(file)
        smaller.current.set(key, image)
        await source.addPicture({ returnId, image: await image, key })
        remove(key)
      } catch (failure) {
        const error = describeFailure(failure)
        set((previous) => previous.map((each) => (each.key === key ? { ...each, error } : each)))
      }
    }
    setSending(false)
    return latest.current.length === 0
  }
  return { photos, refused, isSending, add, remove, send }
}

export type Photos = ReturnType<typeof usePhotos>
