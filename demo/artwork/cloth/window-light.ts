import { createRandom } from './random.ts'

/**
 * Sunlight that falls through a window with a tree before it onto the whole picture: two panes of warm light, and the soft shadows of a
 * branch. In pixels of 1200 × 1500, to be drawn last.
 */
export function drawWindowLight({ seed }: { seed: number }): { defs: string; front: string } {
  const region = 'filterUnits="userSpaceOnUse" x="-200" y="-200" width="1600" height="1900" color-interpolation-filters="sRGB"'
  const defs =
    `<filter id="window-edge" ${region}><feGaussianBlur stdDeviation="15"/></filter>` +
    `<filter id="leaf-edge" ${region}><feGaussianBlur stdDeviation="7"/></filter>` +
    '<linearGradient id="pane" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe9c0"/><stop offset="1" stop-color="#ffdca6"/></linearGradient>' +
    `<mask id="window" maskUnits="userSpaceOnUse" x="-200" y="-200" width="1600" height="1900"><g filter="url(#window-edge)" fill="#fff">${panes.map((pane) => `<path d="${pane}"/>`).join('')}</g><g filter="url(#leaf-edge)" fill="#000" opacity=".82">${drawBranches({ seed })}</g></mask>`
  const front =
    '<rect width="1200" height="1500" fill="#3a2a3c" opacity=".2" style="mix-blend-mode:multiply"/>' +
    '<rect width="1200" height="1500" fill="url(#pane)" mask="url(#window)" opacity=".78" style="mix-blend-mode:soft-light"/>' +
    '<rect width="1200" height="1500" fill="#ffdf9e" mask="url(#window)" opacity=".1" style="mix-blend-mode:screen"/>'
  return { defs, front }
}

/** The light of two rows of panes, slanted as in the late afternoon. */
const panes = [
  'M160 -40 L520 90 L520 690 L160 560Z',
  'M560 105 L960 250 L960 850 L560 705Z',
  'M160 605 L520 735 L520 1335 L160 1205Z',
  'M560 750 L960 895 L960 1495 L560 1350Z',
]

/** The compound leaves of neem: pairs of narrow leaflets along a stem. */
function drawBranches({ seed }: { seed: number }): string {
  const { between } = createRandom({ seed })
  return branches
    .map(({ x, y, angle, length }) => {
      const count = Math.round(length / 46)
      const leaflets = Array.from({ length: count }, (_, i) => {
        const at = ((i + 1) / count) * length
        const size = 74 * (1 - Math.abs(i / count - 0.4) * 0.7)
        return ([-1, 1] as const)
          .map(
            (side) =>
              `<ellipse cx="${(size / 2).toFixed(0)}" rx="${(size / 2).toFixed(0)}" ry="${(size / 6.4).toFixed(0)}" transform="translate(${at.toFixed(0)} ${(Math.sin(at / 120) * 14).toFixed(0)}) rotate(${(side * between(42, 60)).toFixed(0)})"/>`,
          )
          .join('')
      })
      return `<g transform="translate(${x} ${y}) rotate(${angle})"><rect y="-3" width="${length}" height="6"/>${leaflets.join('')}</g>`
    })
    .join('')
}

const branches = [
  { x: 1010, y: 40, angle: 158, length: 420 },
  { x: 1000, y: 300, angle: 172, length: 330 },
  { x: 240, y: -60, angle: 74, length: 380 },
  { x: 1000, y: 1010, angle: 196, length: 300 },
] as const
