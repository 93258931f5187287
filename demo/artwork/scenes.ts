import { demoHero } from '../products/collections.ts'
import { demoProducts } from '../products/products.ts'
import type { Weave } from './cloth/fabric.ts'
import { drawPeg } from './cloth/peg.ts'
import type { Picture, PlacedGarment, Prop } from './cloth/picture.ts'
import { drawRail } from './cloth/rail.ts'
import { drawWindowLight } from './cloth/window-light.ts'
import { placeGarment } from './compose.ts'
import type { Drawing, FoldedDrawing } from './drawing.ts'
import { DENIM_CENTER_Y, drawDenimCargo } from './garments/denim-cargo.ts'
import { drawFolded, FOLDED_CENTER_Y } from './garments/folded.ts'
import { RAIL_Y } from './garments/hanger.ts'
import { drawKurta, KURTA_CENTER_Y } from './garments/kurta.ts'
import { drawShirt, SHIRT_CENTER_Y } from './garments/shirt.ts'
import { drawTee, TEE_CENTER_Y } from './garments/tee.ts'

/** A picture of the front page or of a collection: `demo/pictures/<name>.webp`. */
export type Scene = {
  name: string
  picture: Picture
  /** Without the finest threads, which are a third of the bytes: for what a phone loads first. */
  isSoft?: boolean
}

type Place = { size: number; x: number; y: number; rotation: number }

const railY = 104

/** The scenes of the demo's front page and collections. */
export function composeScenes(): Scene[] {
  return [
    { name: demoHero.picture, picture: { backdrop: '#cdb497', seed: 801, garments: placeHero(), prop: drawHeroProp() }, isSoft: true },
    { name: 'folded-pile', picture: { backdrop: '#cdbda6', seed: 811, garments: placePile() } },
    { name: 'rail', picture: { backdrop: '#c3c2b4', seed: 821, garments: placeRail(), prop: drawRail({ y: railY }) } },
    { name: 'flat-lay', picture: { backdrop: '#b7a795', seed: 831, garments: placeFlatLay() } },
  ]
}

/** The front of a product as another garment of the scene. */
function findDrawing<Garment extends Drawing['garment']>({
  slug,
  garment,
}: {
  slug: string
  garment: Garment
}): Extract<Drawing, { garment: Garment }> {
  const drawing = demoProducts.find((product) => product.slug === slug)?.drawing
  if (drawing?.garment !== garment) throw new Error(`${slug} is not drawn as ${garment}.`)
  return drawing as Extract<Drawing, { garment: Garment }>
}

function placeFolded({
  id,
  seed,
  weave,
  drawing,
  place,
}: {
  id: string
  seed: number
  weave: Weave
  drawing: FoldedDrawing
  place: Place
}): PlacedGarment {
  return placeGarment({
    id,
    seed,
    weave,
    colour: drawing.colour,
    placement: { ...place, centerY: FOLDED_CENTER_Y },
    draw: (canvas) => drawFolded({ canvas, drawing }),
  })
}

const pegs = { front: { x: 455, y: 112 }, behind: { x: 905, y: 150 } } as const

function drawHeroProp(): Prop {
  const behind = drawPeg({ id: 'peg-behind', ...pegs.behind })
  const front = drawPeg({ id: 'peg-front', ...pegs.front })
  const light = drawWindowLight({ seed: 805 })
  return {
    defs: behind.defs + front.defs + light.defs,
    behind: behind.behind + front.behind,
    front: behind.front + front.front + light.front,
  }
}

/** Two kurtas on pegs in a wall. */
function placeHero(): PlacedGarment[] {
  const size = 1.06
  return (
    [
      ['madder-everyday-kurta', pegs.behind],
      ['haldi-festive-kurta', pegs.front],
    ] as const
  ).map(([slug, { x, y }], i) => {
    const drawing = findDrawing({ slug, garment: 'kurta' })
    return {
      ...placeGarment({
        id: `hero-${i}`,
        seed: 8010 + i,
        weave: drawing.weave,
        colour: drawing.colour,
        placement: { size, x, y: y + (KURTA_CENTER_Y - RAIL_Y) * size, rotation: i === 0 ? -0.8 : 0.6, centerY: KURTA_CENTER_Y },
        draw: (canvas) => drawKurta({ canvas, drawing, isHung: true }),
      }),
      distance: 1.5,
    }
  })
}

/** Four tops in earth colours, each lower than the one below it. */
function placePile(): PlacedGarment[] {
  const folded: { weave: Weave; drawing: FoldedDrawing; x: number; rotation: number }[] = [
    { weave: 'jersey', drawing: { colour: '#7a573b', neck: 'crew' }, x: 608, rotation: 1.4 },
    { weave: 'jersey', drawing: { colour: '#5d6d4c', neck: 'crew' }, x: 590, rotation: -1.2 },
    { weave: 'jersey', drawing: { colour: '#cf9a35', neck: 'crew' }, x: 606, rotation: 0.8 },
    { weave: 'jersey', drawing: { colour: '#913a30', neck: 'crew' }, x: 596, rotation: -0.9 },
  ]
  return folded.map(({ weave, drawing, x, rotation }, i) =>
    placeFolded({ id: `pile-${i}`, seed: 8110 + i, weave, drawing, place: { size: 2.4, x, y: 462 + i * 168, rotation } }),
  )
}

/** Two shirts and a kurta on a rail. */
function placeRail(): PlacedGarment[] {
  const size = 0.98
  const hang = (centerY: number): number => railY + (centerY - RAIL_Y) * size
  const shirts = (
    [
      ['chai-pocket-shirt', 236],
      ['harbour-popover-shirt', 968],
    ] as const
  ).map(([slug, x], i) => {
    const drawing = findDrawing({ slug, garment: 'shirt' })
    return placeGarment({
      id: `rail-${i}`,
      seed: 8210 + i,
      weave: drawing.weave,
      colour: drawing.colour,
      placement: { size, x, y: hang(SHIRT_CENTER_Y), rotation: 0, centerY: SHIRT_CENTER_Y },
      draw: (canvas) => drawShirt({ canvas, drawing, isHung: true }),
    })
  })
  const drawing = findDrawing({ slug: 'indigo-sprig-kurta', garment: 'kurta' })
  const kurta = placeGarment({
    id: 'rail-kurta',
    seed: 8220,
    weave: drawing.weave,
    colour: drawing.colour,
    placement: { size, x: 600, y: hang(KURTA_CENTER_Y), rotation: 0, centerY: KURTA_CENTER_Y },
    draw: (canvas) => drawKurta({ canvas, drawing, isHung: true }),
  })
  return [...shirts, kurta].map((garment) => ({ ...garment, distance: 1.5 }))
}

/** Grey cargos, a grey tee beside them and a folded black one. */
function placeFlatLay(): PlacedGarment[] {
  const cargo = findDrawing({ slug: 'monsoon-grey-cargo', garment: 'denim-cargo' })
  const tee = findDrawing({ slug: 'monsoon-melange-tee', garment: 'tee' })
  return [
    placeGarment({
      id: 'lay-cargo',
      seed: 8310,
      weave: 'twill',
      colour: cargo.colour,
      placement: { size: 1.06, x: 380, y: 800, rotation: -7, centerY: DENIM_CENTER_Y },
      draw: (canvas) => drawDenimCargo({ canvas, drawing: cargo }),
    }),
    placeGarment({
      id: 'lay-tee',
      seed: 8311,
      weave: tee.weave,
      colour: tee.colour,
      placement: { size: 0.88, x: 785, y: 420, rotation: 8, centerY: TEE_CENTER_Y },
      draw: (canvas) => drawTee({ canvas, drawing: tee }),
    }),
    placeFolded({
      id: 'lay-folded',
      seed: 8312,
      weave: 'jersey',
      drawing: { colour: '#2b2827', neck: 'crew' },
      place: { size: 1.5, x: 905, y: 1110, rotation: -5 },
    }),
  ]
}
