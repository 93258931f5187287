import sharp, { type OverlayOptions } from 'sharp'
import type { Box } from './outline.ts'

type Layer = { svg: string; area: Box }

const size = ({ area, scale }: { area: Box; scale: number }): { width: number; height: number } => ({
  width: Math.round(area.width * scale),
  height: Math.round(area.height * scale),
})

function wrap({ svg, area, scale }: Layer & { scale: number }): Buffer {
  const { width, height } = size({ area, scale })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="${area.x} ${area.y} ${width / scale} ${height / scale}" preserveAspectRatio="none">${svg}</svg>`,
  )
}

/** Renders SVG of pixels in `area` to raw pixels, `scale` times as large. */
export async function rasterise({ svg, area, scale, hasAlpha }: Layer & { scale: number; hasAlpha: boolean }): Promise<Buffer> {
  const image = sharp(wrap({ svg, area, scale }), { unlimited: true })
  return (hasAlpha ? image.ensureAlpha() : image.removeAlpha()).raw().toBuffer()
}

/** SVG as an `<image>` of pixels in the same place. */
export async function toImage({ svg, area, scale }: Layer & { scale: number }): Promise<string> {
  const png = await sharp(wrap({ svg, area, scale }), { unlimited: true }).ensureAlpha().png({ compressionLevel: 1 }).toBuffer()
  return embed({ png, area, scale })
}

/** Layers above each other as one `<image>` of `area`. */
export async function compositeLayers({ layers, area, scale }: { layers: readonly Layer[]; area: Box; scale: number }): Promise<string> {
  const base = size({ area, scale })
  const overlays: OverlayOptions[] = []
  for (const layer of layers) {
    // Whole pixels, so that the layers stay where they are.
    const left = Math.max(0, Math.floor((layer.area.x - area.x) * scale))
    const top = Math.max(0, Math.floor((layer.area.y - area.y) * scale))
    const right = Math.min(base.width, Math.ceil((layer.area.x + layer.area.width - area.x) * scale))
    const bottom = Math.min(base.height, Math.ceil((layer.area.y + layer.area.height - area.y) * scale))
    const [width, height] = [right - left, bottom - top]
    if (width < 1 || height < 1) continue
    const exact = { x: area.x + left / scale, y: area.y + top / scale, width: width / scale, height: height / scale }
    const input = await rasterise({ svg: layer.svg, area: exact, scale, hasAlpha: true })
    overlays.push({ input, raw: { width, height, channels: 4 }, left, top })
  }
  const png = await sharp({ create: { ...base, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(overlays)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return embed({ png, area, scale })
}

/** A PNG as an `<image>` of `area`. */
export function embed({ png, area, scale }: { png: Buffer; area: Box; scale: number }): string {
  const { width, height } = size({ area, scale })
  return `<image x="${area.x}" y="${area.y}" width="${width / scale}" height="${height / scale}" preserveAspectRatio="none" xlink:href="data:image/png;base64,${png.toString('base64')}"/>`
}
