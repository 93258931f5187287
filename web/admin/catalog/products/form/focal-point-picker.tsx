import { type PointerEvent, useId, useState } from 'react'
import { chooseCrop } from '#contract/catalog/pictures/choose-crop.ts'
import { aspectRatio, type FocalPoint } from '#contract/catalog/pictures/images.ts'

interface FocalPointPickerProps {
  /** the whole image */
  image: string
  focus: FocalPoint
  onMove: (focus: FocalPoint) => void
}

/** Images whose aspect ratio differs by less have nothing to choose. */
const minDifference = 0.02

const toPercent = (part: number, length: number) => (part / length) * 100

/** Shows which part of an image of another shape the shop shows. The frame moves by pointer or with the slider. */
export function FocalPointPicker({ image, focus, onMove }: FocalPointPickerProps) {
  const id = useId()
  const [size, setSize] = useState<{ width: number; height: number }>()
  const ratio = size ? size.width / size.height / aspectRatio : 1
  const isShown = Math.abs(ratio - 1) > minDifference
  const crop = size && chooseCrop({ ...size, focus })
  const axis = ratio > 1 ? 'x' : 'y'
  // Beyond these the frame has reached the edge of the image.
  const min = size && crop ? Math.round(toPercent(axis === 'x' ? crop.width / size.width : crop.height / size.height, 2)) : 0
  const max = 100 - min
  const moveTo = (percent: number) => onMove({ ...focus, [axis]: Math.min(Math.max(Math.round(percent), min), max) })
  const movePointer = ({ buttons, clientX, clientY, currentTarget }: PointerEvent) => {
    if (buttons !== 1) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    moveTo(axis === 'x' ? toPercent(clientX - left, width) : toPercent(clientY - top, height))
  }
  return (
    <div className={isShown ? 'flex flex-col items-start gap-2 pt-2' : 'hidden'}>
      <div
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          movePointer(event)
        }}
        onPointerMove={movePointer}
        className="relative cursor-move touch-none overflow-hidden select-none"
      >
        <img
          src={image}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
          className="block max-h-72 max-w-full"
        />
        {size && crop && (
          <span
            data-crop
            aria-hidden="true"
            className="pointer-events-none absolute outline-2 outline-[white] outline-dashed -outline-offset-2 shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
            style={{
              left: `${toPercent(crop.left, size.width)}%`,
              top: `${toPercent(crop.top, size.height)}%`,
              width: `${toPercent(crop.width, size.width)}%`,
              height: `${toPercent(crop.height, size.height)}%`,
            }}
          />
        )}
      </div>
      <label htmlFor={id} className="text-sm font-medium">
        Crop, {axis === 'x' ? 'from left to right' : 'from top to bottom'}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={Math.min(Math.max(focus[axis], min), max)}
        onChange={(event) => moveTo(Number(event.currentTarget.value))}
        aria-valuetext={`Centred at ${focus[axis]} %`}
        aria-describedby={`${id}-hint`}
        className="h-11 w-full max-w-72 accent-ink"
      />
      <p id={`${id}-hint`} className="text-sm text-soft">
        The shop shows the part in the frame. A new picture on a plain ground is not cropped; its ground is extended.
      </p>
    </div>
  )
}
