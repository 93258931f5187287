import type { Outline, Point } from './outline.ts'
import type { Random } from './random.ts'

/** Position of a garment in the picture. */
type Placement = {
  /** Pixels per millimetre. */
  scale: number
  /** Degrees, clockwise. */
  rotation: number
  /** Position of the garment's (0, centerY) in pixels of the 1200 × 1500 picture. */
  x: number
  y: number
  /** The garment's vertical centre in millimetres. */
  centerY: number
}

export type Pose = {
  scale: number
  rotation: number
  toPixels: (point: Point) => Point
  draw: (outline: Outline, closed?: boolean) => string
}

/**
 * Maps millimetres to pixels: rotates, scales and distorts by random waves. All pieces of a garment share one pose, so that
 * their seams meet.
 */
export function createPose({ placement, random }: { placement: Placement; random: Random }): Pose {
  const waves = [
    { length: 620, rise: 7 },
    { length: 390, rise: 4.2 },
    { length: 150, rise: 1.5 },
    { length: 62, rise: 0.7 },
  ].map(({ length, rise }) => {
    const heading = random.between(0, Math.PI * 2)
    const push = random.between(0, Math.PI * 2)
    return {
      kx: (Math.cos(heading) * Math.PI * 2) / length,
      ky: (Math.sin(heading) * Math.PI * 2) / length,
      phase: random.between(0, Math.PI * 2),
      dx: Math.cos(push) * rise,
      dy: Math.sin(push) * rise,
    }
  })
  const angle = (placement.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * placement.scale, Math.sin(angle) * placement.scale]
  const toPixels = ([x, y]: Point): Point => {
    let [bentX, bentY] = [x, y - placement.centerY]
    for (const w of waves) {
      const displacement = Math.sin(w.kx * x + w.ky * y + w.phase)
      bentX += w.dx * displacement
      bentY += w.dy * displacement
    }
    return [placement.x + bentX * cos - bentY * sin, placement.y + bentX * sin + bentY * cos]
  }
  const draw = (outline: Outline, closed = false): string => {
    const places = outline.map((p) => {
      const [x, y] = toPixels(p)
      return `${x.toFixed(1)} ${y.toFixed(1)}`
    })
    return `M${places.join('L')}${closed ? 'Z' : ''}`
  }
  return { scale: placement.scale, rotation: placement.rotation, toPixels, draw }
}
