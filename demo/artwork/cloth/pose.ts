import type { Chance } from './chance.ts'
import type { Outline, Point } from './outline.ts'

/** How a garment lies in its picture. */
type Placement = {
  /** Pixels per millimetre. */
  scale: number
  /** Degrees, clockwise. */
  turn: number
  /** Where the garment's own (0, middle) lands, in pixels of the 1200 × 1500 master. */
  x: number
  y: number
  /** The y, in millimetres, that is the garment's middle. */
  middle: number
}

export type Pose = {
  scale: number
  turn: number
  toPixels: (point: Point) => Point
  draw: (outline: Outline, closed?: boolean) => string
}

/**
 * Puts a pattern on the table: turned, scaled, and bent by a slow wave and a faint quick one, the same for every piece,
 * so that seams still meet while no edge stays a drawn curve.
 */
export function createPose({ placement, chance }: { placement: Placement; chance: Chance }): Pose {
  const waves = [
    { length: 620, rise: 7 },
    { length: 390, rise: 4.2 },
    { length: 150, rise: 1.5 },
    { length: 62, rise: 0.7 },
  ].map(({ length, rise }) => {
    const heading = chance.between(0, Math.PI * 2)
    const push = chance.between(0, Math.PI * 2)
    return {
      kx: (Math.cos(heading) * Math.PI * 2) / length,
      ky: (Math.sin(heading) * Math.PI * 2) / length,
      phase: chance.between(0, Math.PI * 2),
      dx: Math.cos(push) * rise,
      dy: Math.sin(push) * rise,
    }
  })
  const angle = (placement.turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * placement.scale, Math.sin(angle) * placement.scale]
  const toPixels = ([x, y]: Point): Point => {
    let [bentX, bentY] = [x, y - placement.middle]
    for (const w of waves) {
      const lift = Math.sin(w.kx * x + w.ky * y + w.phase)
      bentX += w.dx * lift
      bentY += w.dy * lift
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
  return { scale: placement.scale, turn: placement.turn, toPixels, draw }
}
