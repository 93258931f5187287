import sharp from 'sharp'
import type { Box } from './outline.ts'
import { createRandom } from './random.ts'

/** How the threads of a fabric lie, in pixels of 1200 × 1500: a little larger than in life, so that they are seen. */
export type Threads =
  /** `uneven`: how much thicker and thinner than the mean the yarn becomes, as a part of it. */
  | { kind: 'knit'; wale: number; course: number; uneven: number; strength: number }
  | { kind: 'plain'; pitch: number; uneven: number; strength: number }
  | { kind: 'twill'; warp: number; weft: number; strength: number }

/** A point of the cloth: `height` from 0, between the threads, to 1; `tone` is how much paler its thread is than the cloth. */
type Point = { height: number; tone: number }
type Surface = (x: number, y: number) => Point

const GREY = 128

/**
 * The single threads of a fabric, for pictures that come so near that they are seen: the stitches of knitted cloth, the crossings of
 * woven cloth. A PNG of `area`, for the blend mode soft-light, in which mid-grey changes nothing. Pixels are computed here, because
 * librsvg takes minutes for a displaced pattern.
 */
export async function drawThreads({
  threads,
  seed,
  area,
  scale,
}: {
  threads: Threads
  seed: number
  area: Box
  scale: number
}): Promise<Buffer> {
  const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)]
  const surface = createSurface(threads)
  const displace = createWaves({ seed })
  const heights = new Float32Array(width * height)
  const tones = new Float32Array(width * height)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const [x, y] = displace(area.x + column / scale, area.y + row / scale)
      const point = surface(x, y)
      heights[row * width + column] = point.height
      tones[row * width + column] = point.tone
    }
  const pixels = Buffer.alloc(width * height, GREY)
  const amount = threads.strength * GREY
  for (let row = 1; row < height - 1; row += 1)
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      // Light from the upper left; the gaps between the threads are dark.
      const slope = (heights[at + width + 1] ?? 0) - (heights[at - width - 1] ?? 0)
      const light = 0.6 * ((heights[at] ?? 0) - 0.62) + 0.65 * slope + (tones[at] ?? 0) + vary(column, row) * 0.03
      pixels[at] = GREY + Math.round(Math.min(0.98, Math.max(-0.98, light)) * amount)
    }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Threads are never quite straight: waves of several lengths displace them. */
function createWaves({ seed }: { seed: number }): (x: number, y: number) => readonly [number, number] {
  const { between } = createRandom({ seed })
  const waves = [
    { length: 170, push: 0.014 },
    { length: 61, push: 0.008 },
    { length: 23, push: 0.005 },
    { length: 7, push: 0.007 },
  ].map(({ length, push }) => {
    const heading = between(0, Math.PI * 2)
    const k = (Math.PI * 2) / length
    const [dx, dy] = [between(-1, 1) * length * push, between(-1, 1) * length * push]
    return { kx: Math.cos(heading) * k, ky: Math.sin(heading) * k, phase: between(0, 9), dx, dy }
  })
  return (x, y) => {
    let [toX, toY] = [x, y]
    for (const { kx, ky, phase, dx, dy } of waves) {
      const push = Math.sin(kx * x + ky * y + phase)
      toX += dx * push
      toY += dy * push
    }
    return [toX, toY]
  }
}

function createSurface(threads: Threads): Surface {
  switch (threads.kind) {
    case 'knit':
      return createKnit(threads)
    case 'plain':
      return createPlain(threads)
    case 'twill':
      return createTwill(threads)
  }
}

/** A number from -1 to 1 that belongs to a thread, a stitch or a pixel. */
function vary(i: number, j: number): number {
  let mixed = Math.imul(i, 374761393) + Math.imul(j, 668265263)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return (((mixed ^ (mixed >>> 16)) >>> 0) / 4294967295) * 2 - 1
}

/** From -1 to 1: how a thread changes along its length, `at` being the distance in lengths of a change. */
function varyAlong(thread: number, at: number): number {
  const step = Math.floor(at)
  const part = at - step
  const eased = part * part * (3 - 2 * part)
  return vary(thread, step) * (1 - eased) + vary(thread, step + 1) * eased
}

const LEAN = (24 * Math.PI) / 180
const [LEAN_X, LEAN_Y] = [Math.sin(LEAN), Math.cos(LEAN)]

/** Columns of stitches, each the shape of a V: two legs that lie over the stitch below. */
function createKnit({ wale, course, uneven }: { wale: number; course: number; uneven: number }): Surface {
  return (x, y) => {
    const column = Math.floor(x / wale)
    const across = x - (column + 0.5) * wale
    const side = across < 0 ? 0 : 1
    const outward = Math.abs(across) - 0.25 * wale
    const middle = Math.floor(y / course)
    let height = 0
    let own = middle
    for (let row = middle - 1; row <= middle + 1; row += 1) {
      const yarn = 1 + uneven * varyAlong(row, x / 14)
      const down = y - (row + 0.5 + vary(row, column * 2 + side) * 0.04) * course
      const along = (outward * LEAN_X - down * LEAN_Y) / (0.95 * course)
      const aside = (outward * LEAN_Y + down * LEAN_X) / (0.285 * wale * yarn)
      const inside = 1 - along * along - aside * aside
      if (inside <= 0) continue
      // The upper end goes below the stitch above.
      const leg = Math.sqrt(inside) * (1 - 0.22 * along) * Math.min(1.1, yarn)
      if (leg > height) {
        height = leg
        own = row
      }
    }
    return { height, tone: vary(column * 2 + side, own) * 0.05 + varyAlong(own, x / 14) * uneven * 0.3 }
  }
}

/** One thread over, one thread under. */
function createPlain({ pitch, uneven }: { pitch: number; uneven: number }): Surface {
  return (x, y) => {
    const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)]
    const [across, along] = [x / pitch - column - 0.5, y / pitch - row - 0.5]
    const isWarp = (column + row) % 2 === 0
    const [side, length] = isWarp ? [across, along] : [along, across]
    const change = isWarp ? varyAlong(column, y / 20) : varyAlong(row + 5000, x / 20)
    const inside = 1 - (side / (0.52 * (1 + uneven * change))) ** 2 - (length / 0.66) ** 4
    const thread = isWarp ? vary(column, 7) : vary(row, 11)
    return { height: inside <= 0 ? 0 : inside ** 0.65 * (isWarp ? 1.05 : 0.95), tone: thread * 0.06 + change * uneven * 0.5 }
  }
}

/** Each warp thread passes over three weft threads and below the fourth, one higher than its neighbour: the diagonal of denim. */
function createTwill({ warp, weft }: { warp: number; weft: number }): Surface {
  return (x, y) => {
    const column = Math.floor(x / warp)
    const across = x / warp - column - 0.5
    const along = (((y / weft + column) % 4) + 4) % 4
    const float = Math.floor((y / weft + column) / 4)
    const change = varyAlong(column, y / 30)
    const inside = 1 - (across / (0.51 + 0.06 * change)) ** 2 - Math.abs((along - 2.5) / 1.72) ** 3
    const over = inside <= 0 ? 0 : Math.sqrt(inside)
    // The weft of denim is pale; it is seen as a speck where it lies on the warp.
    const speck = 1 - (across / 0.62) ** 2 - ((along > 3 ? along - 4.5 : along - 0.5) / 0.62) ** 2
    const weftHeight = speck <= 0 ? 0 : Math.sqrt(speck) * 0.62
    if (weftHeight > over) return { height: weftHeight, tone: 0.2 + 0.5 * weftHeight + vary(float, column) * 0.12 }
    return { height: over, tone: change * 0.08 + vary(column, 3) * 0.05 }
  }
}
