/** How a product's picture is drawn. Plain data: the server imports the products without the drawing code. */
export type Crop = {
  /** Size relative to the usual size (1). */
  scale?: number
  /** Degrees, clockwise. */
  rotation?: number
  /** Offset from the centre in pixels. */
  x?: number
  y?: number
}

type Common = {
  /** Draws the back of the garment. */
  isBack?: boolean
  /** Seed of the folds, the drape and the grain. Unique per product. */
  seed: number
  colour: string
  crop?: Crop
}

export type Motif = 'sun' | 'sprigs' | 'arches' | 'steps'

export type TeeDetail =
  | { kind: 'plain' }
  | { kind: 'pocket'; colour?: string }
  | { kind: 'stripes'; colour: string; pitch: number; share: number; from?: number; to?: number }
  | { kind: 'block'; colour: string; at: number }
  | { kind: 'print'; motif: Motif; colour: string }
  | { kind: 'dip'; colour: string }
  | { kind: 'placket'; colour?: string }

export type TeeDrawing = Common & {
  garment: 'tee'
  weave: 'jersey' | 'slub' | 'melange'
  detail: TeeDetail
  neck?: 'crew' | 'vee'
  sleeveColour?: string
  ribColour?: string
  /** Body length relative to the usual length (1). */
  length?: number
}

type JoggerDetail =
  | { kind: 'plain' }
  | { kind: 'side-stripe'; colour: string }
  | { kind: 'block'; colour: string; at: number }
  | { kind: 'knee' }
  | { kind: 'patch-pocket'; colour?: string }

export type JoggerDrawing = Common & {
  garment: 'jogger'
  weave: 'terry' | 'fleece' | 'melange'
  detail: JoggerDetail
  cordColour: string
  ribColour?: string
}

export type HoodieCut = {
  colour: string
  lining: string
  cord: string
  weave: 'terry' | 'fleece' | 'melange'
  front: 'pullover' | 'zip'
  detail?: { kind: 'chest-band' | 'yoke' | 'sleeves'; colour: string }
}

export type HoodieDrawing = {
  garment: 'hoodie-pack'
  seed: number
  layout: 'alone' | 'cascade' | 'cascade-back' | 'side-by-side' | 'side-by-side-back' | 'fan' | 'column'
  /** One to three hoodies, from bottom to top. */
  hoodies: readonly HoodieCut[]
}

export type DenimDrawing = Common & {
  garment: 'denim-cargo'
  thread: string
  /** Amount of fading at thighs and knees, 0–1. */
  fade: number
  detail: 'straight' | 'carpenter' | 'low-pocket'
  turnUp?: boolean
}

/** What is printed, woven or dyed over the whole of a woven garment. */
export type WovenPrint =
  | { kind: 'sprigs' | 'steps'; colour: string; until?: number }
  | { kind: 'stripes'; colour: string; pitch: number; width: number }
  | { kind: 'block'; colour: string; at: number }
  | { kind: 'dip'; colour: string; from: number }

export type KurtaDrawing = Common & {
  garment: 'kurta'
  weave: 'poplin' | 'slub-weave'
  collar: 'band' | 'round'
  sleeve: 'hem' | 'rolled' | 'elbow'
  print?: WovenPrint
  /** Colour of a border at the hem and the sleeves. */
  border?: string
  /** Colour of collar and placket. */
  trim?: string
  buttonColour?: string
  hasYoke?: boolean
  pocket?: boolean
  sidePockets?: boolean
}

export type ShirtDrawing = Common & {
  garment: 'shirt'
  weave: 'poplin' | 'slub-weave'
  collar: 'band' | 'point'
  opening: 'full' | 'half'
  sleeve: 'cuff' | 'rolled' | 'short'
  print?: WovenPrint
  buttonColour?: string
  pocket?: boolean
}

/** A top folded to a rectangle. */
export type FoldedDrawing = {
  colour: string
  neck: 'crew' | 'band' | 'point'
  print?: WovenPrint
  trim?: string
  buttonColour?: string
}

export type Drawing = TeeDrawing | JoggerDrawing | HoodieDrawing | DenimDrawing | KurtaDrawing | ShirtDrawing
