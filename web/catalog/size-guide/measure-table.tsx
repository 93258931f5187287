import { type Measure, measures, toInches } from '#contract/catalog/measures.ts'
import type { SizeGuide } from '#contract/catalog/size-guide.ts'

export const units = { cm: 'Centimetres', in: 'Inches' } as const
export type Unit = keyof typeof units

/** The body measurements of each size in one unit. */
export function MeasureTable({ guide, unit }: { guide: SizeGuide; unit: Unit }) {
  const format = (value: string) => (value === '' ? '–' : unit === 'in' ? toInches(value) : value)
  const label = `Body measurements in ${units[unit].toLowerCase()}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="scroll-row">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-edge text-sm text-soft">
            <th scope="col" className="py-2 pr-4 font-medium">
              Size
            </th>
            {guide.measures.map((measure) => (
              <th key={measure} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                {measures[measure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guide.rows.map(({ size, values }) => (
            <tr key={size} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 pr-4 font-semibold">
                {size}
              </th>
              {guide.measures.map((measure, index) => (
                <td key={measure} className="pr-4 whitespace-nowrap">
                  {format(values[index] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where to take each measurement, with a drawing. */
export function HowToMeasure({ shown, level }: { shown: readonly Measure[]; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <Heading className="font-semibold">How to measure</Heading>
      <div className="flex items-start gap-5">
        <MeasureDrawing shown={shown} />
        <ul className="flex min-w-0 flex-col gap-2 text-sm">
          {shown.map((measure) => (
            <li key={measure}>
              <span className="font-semibold">
                <span className="text-thread">{findLetter({ shown, measure })}</span> {measures[measure].label}
              </span>
              <span className="text-soft">: {measures[measure].how}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The line of each measurement on the body, and where its letter is, on a grid of 120 × 240. */
const lines: Readonly<Record<Measure, { d: string; letter: readonly [number, number] }>> = {
  chest: { d: 'M41 70 Q60 77 79 70', letter: [88, 71] },
  waist: { d: 'M43 99 Q60 105 77 99', letter: [86, 100] },
  hip: { d: 'M39 124 Q60 131 81 124', letter: [33, 125] },
  shoulder: { d: 'M37 47 L83 47', letter: [28, 45] },
  sleeve: { d: 'M83 48 L94 92 L97 126', letter: [106, 110] },
  backLength: { d: 'M50 42 L50 118', letter: [50, 122] },
  inseam: { d: 'M60 140 L57 222', letter: [60, 190] },
}

/** The letter of a measurement in the drawing: A for the first. */
const findLetter = ({ shown, measure }: { shown: readonly Measure[]; measure: Measure }): string =>
  String.fromCharCode('A'.charCodeAt(0) + shown.indexOf(measure))

/** Where to measure: the outline of a body with the lettered lines of these measurements. The text beside it says the same. */
function MeasureDrawing({ shown }: { shown: readonly Measure[] }) {
  return (
    <svg
      viewBox="0 0 120 240"
      width="120"
      height="240"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path
        className="fill-sunk stroke-edge"
        strokeWidth="1.5"
        d="M60 8c-8 0-12 6-12 13 0 6 3 11 7 13v6c-3 4-14 4-18 8-5 4-7 14-9 26l-8 40c-1 5-1 10 1 13 2 2 5 1 6-2l4-14 8-34 3 22c-4 10-6 18-6 30l3 46-3 50c0 3 2 5 5 5s5-2 6-5l6-49 7-30 7 30 6 49c1 3 3 5 6 5s5-2 5-5l-3-50 3-46c0-12-2-20-6-30l3-22 8 34 4 14c1 3 4 4 6 2 2-3 2-8 1-13l-8-40c-2-12-4-22-9-26-4-4-15-4-18-8v-6c4-2 7-7 7-13 0-7-4-13-12-13z"
      />
      {shown.map((measure) => {
        const { d, letter } = lines[measure]
        return (
          <g key={measure}>
            <path d={d} className="stroke-thread" strokeWidth="2" strokeDasharray="5 4" />
            <circle cx={letter[0]} cy={letter[1]} r="7.5" className="fill-page stroke-thread" strokeWidth="1" />
            <text x={letter[0]} y={letter[1] + 3.5} textAnchor="middle" className="fill-ink text-[0.625rem] font-semibold">
              {findLetter({ shown, measure })}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
