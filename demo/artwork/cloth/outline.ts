/** Millimetres: x from the garment's centre line, y downwards from the neck or waist. */
export type Point = readonly [x: number, y: number]
export type Outline = readonly Point[]

const STEPS_PER_CURVE = 26

function cubicAt(t: number, a: Point, b: Point, c: Point, d: Point): Point {
  const u = 1 - t
  const [wa, wb, wc, wd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return [wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]]
}

/**
 * Flattens a path of absolute M, L and C commands into points, which the pose distorts individually.
 */
export function parsePath(path: string): Point[] {
  const points: Point[] = []
  for (const [, command, rest] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const n = (rest ?? '').match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []
    const at = (i: number): Point => [n[i] ?? 0, n[i + 1] ?? 0]
    if (command === 'M') points.push(at(0))
    for (let i = 0; command === 'L' && i < n.length; i += 2) extendLine(points, at(i))
    for (let i = 0; command === 'C' && i < n.length; i += 6) {
      const from = points.at(-1) ?? at(i)
      for (let s = 1; s <= STEPS_PER_CURVE; s++) points.push(cubicAt(s / STEPS_PER_CURVE, from, at(i), at(i + 2), at(i + 4)))
    }
  }
  return points
}

function extendLine(points: Point[], to: Point): void {
  const from = points.at(-1) ?? to
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 12))
  for (let s = 1; s <= steps; s++) points.push(mix(from, to, s / steps))
}

export function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/** Mirrors an outline at the centre line and keeps its orientation. */
export function mirror(outline: Outline): Point[] {
  return outline.map(([x, y]): Point => [-x, y]).reverse()
}

/** Joins the right half of an outline with its mirror image. */
export function unfold(half: Outline): Point[] {
  return [...half, ...mirror(half)]
}

/** The point at `t` (0–1) of the outline's length and the unit direction there. */
export function findPointAt(outline: Outline, t: number): { at: Point; along: Point } {
  const lengths = outline.map((p, i) => {
    const before = outline[i - 1] ?? p
    return Math.hypot(p[0] - before[0], p[1] - before[1])
  })
  let left = t * lengths.reduce((sum, l) => sum + l, 0)
  for (let i = 1; i < outline.length; i++) {
    const length = lengths[i] ?? 0
    const [from, to] = [outline[i - 1], outline[i]]
    if (!from || !to || (left > length && i < outline.length - 1)) {
      left -= length
      continue
    }
    const safe = length || 1
    return {
      at: mix(from, to, Math.min(1, left / safe)),
      along: [(to[0] - from[0]) / safe, (to[1] - from[1]) / safe],
    }
  }
  return { at: outline[0] ?? [0, 0], along: [1, 0] }
}

export function getLength(outline: Outline): number {
  return outline.reduce((sum, p, i) => {
    const before = outline[i - 1] ?? p
    return sum + Math.hypot(p[0] - before[0], p[1] - before[1])
  }, 0)
}

/** A parallel line, `by` millimetres to the right of the line's direction. */
export function offset(outline: Outline, by: number): Point[] {
  return outline.map((p, i) => {
    const before = outline[i - 1] ?? p
    const after = outline[i + 1] ?? p
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    return [p[0] - (dy / length) * by, p[1] + (dx / length) * by]
  })
}

/** The outline of a fold: a thin leaf along a line. */
export function buildFoldOutline(line: Outline, width: number): Point[] {
  const side = (sign: number): Point[] =>
    line.map((p, i) => {
      const t = i / Math.max(1, line.length - 1)
      const before = line[i - 1] ?? p
      const after = line[i + 1] ?? p
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
      const length = Math.hypot(dx, dy) || 1
      const half = (Math.sin(Math.PI * t ** 0.8) ** 0.8 * width * sign) / 2
      return [p[0] - (dy / length) * half, p[1] + (dx / length) * half]
    })
  return [...side(1), ...side(-1).reverse()]
}

export type Box = { x: number; y: number; width: number; height: number }

export function getBounds(outline: Outline): Box {
  const xs = outline.map((p) => p[0])
  const ys = outline.map((p) => p[1])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Makes an outline clockwise: in a clip path, overlapping pieces of opposite orientation cancel out. */
export function toClockwise(outline: Outline): Outline {
  const area = outline.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = outline[(i + 1) % outline.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return area < 0 ? outline.toReversed() : outline
}

/** Rotates an outline clockwise about a point. */
export function rotate({ outline, about, degrees }: { outline: Outline; about: Point; degrees: number }): Point[] {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return outline.map(([x, y]): Point => {
    const [dx, dy] = [x - about[0], y - about[1]]
    return [about[0] + dx * cos - dy * sin, about[1] + dx * sin + dy * cos]
  })
}

/** The first part of a line, `t` (0–1) of its length. */
export function cutLine(line: Outline, t: number): Point[] {
  const end = getLength(line) * t
  let passed = 0
  const kept: Point[] = []
  for (const [i, p] of line.entries()) {
    const before = line[i - 1] ?? p
    const step = Math.hypot(p[0] - before[0], p[1] - before[1])
    if (passed + step > end && step > 0) return [...kept, mix(before, p, (end - passed) / step)]
    passed += step
    kept.push(p)
  }
  return kept
}

/** A box of whole numbers, larger by `by` on each side. */
export function pad({ x, y, width, height }: Box, by: number): Box {
  const [left, top] = [Math.floor(x - by), Math.floor(y - by)]
  return { x: left, y: top, width: Math.ceil(x + width + by) - left, height: Math.ceil(y + height + by) - top }
}

/** What two boxes share; undefined if nothing. */
export function intersect(a: Box, b: Box): Box | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const [width, height] = [Math.min(a.x + a.width, b.x + b.width) - x, Math.min(a.y + a.height, b.y + b.height) - y]
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
