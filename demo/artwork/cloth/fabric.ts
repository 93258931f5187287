import type { Box } from './outline.ts'

/** The kind of fabric. */
export type Weave = 'jersey' | 'slub' | 'melange' | 'terry' | 'fleece' | 'twill' | 'poplin' | 'slub-weave'

type Grain = { frequency: string; octaves: number; relief: number; strength: number }

const GRAINS: Record<Weave, Grain> = {
  jersey: { frequency: '1.25 0.8', octaves: 1, relief: 0.8, strength: 0.42 },
  slub: { frequency: '0.03 0.75', octaves: 2, relief: 1.3, strength: 0.75 },
  melange: { frequency: '1.25 0.8', octaves: 1, relief: 0.8, strength: 0.42 },
  terry: { frequency: '1.1 0.75', octaves: 1, relief: 0.9, strength: 0.46 },
  fleece: { frequency: '0.95 0.95', octaves: 2, relief: 0.8, strength: 0.46 },
  poplin: { frequency: '0.95 0.95', octaves: 1, relief: 0.7, strength: 0.3 },
  'slub-weave': { frequency: '0.9 0.7', octaves: 1, relief: 0.8, strength: 0.36 },
  twill: { frequency: '0.9 0.9', octaves: 1, relief: 0.8, strength: 0.5 },
}

/** The texture of a fabric: filter definitions and the layers that use them. */
export function drawGrain({ id, weave, seed, clip, area }: { id: string; weave: Weave; seed: number; clip: string; area: Box }): {
  defs: string
  layers: string
} {
  const { frequency, octaves, relief, strength } = GRAINS[weave]
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
  const layers = [layer({ fill: `filter="url(#${id})"`, style: 'hard-light' })]
  if (weave === 'twill') {
    layers.push(layer({ fill: `fill="url(#${id}-weave)"`, style: 'soft-light' }))
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
