import type { Box } from './outline.ts'
import { embed } from './rasterise.ts'
import { drawThreads, type Threads } from './threads.ts'

/** The kind of fabric. */
export type Weave = 'jersey' | 'slub' | 'melange' | 'terry' | 'fleece' | 'twill' | 'poplin' | 'slub-weave'

type Grain = { frequency: string; octaves: number; relief: number; strength: number; threads: Threads }

/** Pixels per pixel of 1200 × 1500 from which the threads are seen. */
const NEAR = 3
/** The same from which those of twill, the smallest, are seen one by one. */
const NEARER = 5

const GRAINS: Record<Weave, Grain> = {
  jersey: {
    frequency: '1.25 0.8',
    octaves: 1,
    relief: 0.8,
    strength: 0.42,
    threads: { kind: 'knit', wale: 2, course: 1.55, uneven: 0.08, strength: 0.9 },
  },
  slub: {
    frequency: '0.03 0.75',
    octaves: 2,
    relief: 1.3,
    strength: 0.75,
    threads: { kind: 'knit', wale: 2.1, course: 1.65, uneven: 0.18, strength: 0.85 },
  },
  melange: {
    frequency: '1.25 0.8',
    octaves: 1,
    relief: 0.8,
    strength: 0.42,
    threads: { kind: 'knit', wale: 2, course: 1.55, uneven: 0.08, strength: 0.85 },
  },
  terry: {
    frequency: '1.1 0.75',
    octaves: 1,
    relief: 0.9,
    strength: 0.46,
    threads: { kind: 'knit', wale: 2.5, course: 1.9, uneven: 0.1, strength: 0.95 },
  },
  fleece: {
    frequency: '0.95 0.95',
    octaves: 2,
    relief: 0.8,
    strength: 0.46,
    threads: { kind: 'knit', wale: 2.4, course: 1.85, uneven: 0.1, strength: 0.85 },
  },
  poplin: {
    frequency: '0.95 0.95',
    octaves: 1,
    relief: 0.7,
    strength: 0.3,
    threads: { kind: 'plain', pitch: 1.4, uneven: 0.08, strength: 0.65 },
  },
  'slub-weave': {
    frequency: '0.9 0.7',
    octaves: 1,
    relief: 0.8,
    strength: 0.36,
    threads: { kind: 'plain', pitch: 1.8, uneven: 0.2, strength: 0.75 },
  },
  twill: { frequency: '0.9 0.9', octaves: 1, relief: 0.8, strength: 0.5, threads: { kind: 'twill', warp: 1.5, weft: 1.9, strength: 0.95 } },
}

/** The texture of a fabric: filter definitions and the layers that use them. From near, its threads too. */
export async function drawGrain({
  id,
  weave,
  seed,
  clip,
  area,
  scale,
}: {
  id: string
  weave: Weave
  seed: number
  clip: string
  area: Box
  /** Pixels per pixel of 1200 × 1500. */
  scale: number
}): Promise<{ defs: string; layers: string }> {
  const isNear = scale >= NEAR
  const grain = GRAINS[weave]
  const { frequency, octaves, relief, threads } = grain
  // From near the threads are the grain, but for yarn of uneven thickness.
  const hasGrain = !isNear || weave === 'slub'
  const strength = isNear ? grain.strength * 0.5 : grain.strength
  const whole = `x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}"`
  const region = `filterUnits="userSpaceOnUse" ${whole} color-interpolation-filters="sRGB"`
  const keep = (0.5 - strength / 2).toFixed(3)
  const defs =
    `<filter id="${id}" ${region}><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feDiffuseLighting surfaceScale="${relief}" diffuseConstant="0.59" lighting-color="#fff"><feDistantLight azimuth="235" elevation="58"/></feDiffuseLighting>` +
    `<feColorMatrix values="${strength} 0 0 0 ${keep} ${strength} 0 0 0 ${keep} ${strength} 0 0 0 ${keep} 0 0 0 0 1"/></filter>` +
    drawWeaveDefs({ id, weave, seed, region })
  // Each layer has its own clip path: a clipped group is isolated and does not blend.
  const layer = ({ fill, style, opacity = 1 }: { fill: string; style: string; opacity?: number }): string =>
    `<g clip-path="url(#${clip})" style="mix-blend-mode:${style}" opacity="${opacity}"><rect ${whole} ${fill}/></g>`
  const layers = hasGrain ? [layer({ fill: `filter="url(#${id})"`, style: 'hard-light' })] : []
  if (isNear) {
    const threadStrength = weave === 'twill' && scale < NEARER ? threads.strength / 2 : threads.strength
    const threadMap = embed({
      png: await drawThreads({ threads: { ...threads, strength: threadStrength }, seed: seed + 11, area, scale }),
      area,
      scale,
    })
    layers.push(`<g clip-path="url(#${clip})" style="mix-blend-mode:soft-light">${threadMap}</g>`)
  }
  if (weave === 'twill') {
    if (!isNear) layers.push(layer({ fill: `fill="url(#${id}-weave)"`, style: 'soft-light' }))
    layers.push(layer({ fill: `filter="url(#${id}-yarn)"`, style: 'soft-light', opacity: 0.34 }))
  }
  if (weave === 'poplin' || weave === 'slub-weave') {
    layers.push(layer({ fill: `filter="url(#${id}-warp)"`, style: 'soft-light', opacity: weave === 'poplin' ? 0.1 : 0.12 }))
    layers.push(layer({ fill: `filter="url(#${id}-weft)"`, style: 'soft-light', opacity: weave === 'poplin' ? 0.12 : 0.18 }))
  }
  if (weave === 'melange') {
    layers.push(layer({ fill: `filter="url(#${id}-yarn)"`, style: 'normal', opacity: 0.2 }))
    layers.push(layer({ fill: `filter="url(#${id}-dark)"`, style: 'normal', opacity: 0.2 }))
  }
  return { defs, layers: layers.join('') }
}

function drawWeaveDefs({ id, weave, seed, region }: { id: string; weave: Weave; seed: number; region: string }): string {
  if (weave === 'twill')
    return (
      `<pattern id="${id}-weave" width="4.4" height="4.4" patternUnits="userSpaceOnUse" patternTransform="rotate(-58)">` +
      '<rect width="4.4" height="1.9" fill="#fff" opacity=".2"/><rect y="2.3" width="4.4" height="1.7" fill="#000" opacity=".2"/></pattern>' +
      // Long pale threads, as in denim.
      `<filter id="${id}-yarn" ${region}><feTurbulence type="fractalNoise" baseFrequency="0.66 0.022" numOctaves="2" seed="${seed + 7}"/>` +
      '<feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 2.6 -1.25"/></filter>'
    )
  if (weave === 'poplin' || weave === 'slub-weave') {
    // Yarns along and across, of uneven thickness in slub cloth.
    const [warp, weft] = weave === 'poplin' ? ['0.8 0.02', '0.02 0.8'] : ['0.8 0.012', '0.01 0.7']
    const yarns = (name: string, frequency: string, noise: number): string =>
      `<filter id="${id}-${name}" ${region}><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" seed="${noise}"/>` +
      '<feColorMatrix values="2.4 0 0 0 -.7 2.4 0 0 0 -.7 2.4 0 0 0 -.7 0 0 0 0 1"/></filter>'
    return yarns('warp', warp, seed + 3) + yarns('weft', weft, seed + 5)
  }
  if (weave === 'melange')
    return (
      `<filter id="${id}-yarn" ${region}><feTurbulence type="fractalNoise" baseFrequency="0.15 0.6" numOctaves="2" seed="${seed + 7}"/>` +
      '<feColorMatrix values="0 0 0 0 1 0 0 0 0 .98 0 0 0 0 .94 0 0 0 3 -1.3"/></filter>' +
      `<filter id="${id}-dark" ${region}><feTurbulence type="fractalNoise" baseFrequency="0.13 0.55" numOctaves="2" seed="${seed + 9}"/>` +
      '<feColorMatrix values="0 0 0 0 .1 0 0 0 0 .09 0 0 0 0 .1 0 0 0 3 -1.35"/></filter>'
    )
  return ''
}
