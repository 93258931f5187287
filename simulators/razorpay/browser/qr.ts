const SIZE = 25
const SVG = 'http://www.w3.org/2000/svg'

/**
 * A picture in the manner of a QR code. It is no code on purpose: a phone that scans it must not find anything to pay.
 */
export function drawQrPicture({ seed }: { seed: string }): SVGSVGElement {
  const next = makeChance({ seed })
  const squares: string[] = []
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const finder = readFinder({ x, y })
      if (finder ?? next() > 0.52) squares.push(`M${x} ${y}h1v1h-1z`)
    }
  }
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `-2 -2 ${SIZE + 4} ${SIZE + 4}`)
  svg.setAttribute('class', 'qr')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', squares.join(''))
  svg.append(path)
  return svg
}

/** The three corner marks and their quiet edge; undefined outside of them. */
function readFinder({ x, y }: { x: number; y: number }): boolean | undefined {
  for (const [left, top] of [
    [0, 0],
    [SIZE - 7, 0],
    [0, SIZE - 7],
  ] as const) {
    const dx = x - left
    const dy = y - top
    if (dx < -1 || dy < -1 || dx > 7 || dy > 7) continue
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3))
    return ring === 3 || ring <= 1
  }
  return undefined
}

function makeChance({ seed }: { seed: string }): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
