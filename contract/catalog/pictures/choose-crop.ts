import { aspectRatio, type FocalPoint } from './images.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest 4:5 part of an image around its focal point, in pixels. */
export function chooseCrop({ width, height, focus }: Size & { focus: FocalPoint }): Size & { left: number; top: number } {
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspectRatio))),
    height: Math.max(1, Math.min(height, Math.round(width / aspectRatio))),
  }
  const place = (length: number, part: number, percent: number) =>
    Math.round(Math.min(Math.max((length * percent) / 100 - part / 2, 0), length - part))
  return { ...crop, left: place(width, crop.width, focus.x), top: place(height, crop.height, focus.y) }
}
