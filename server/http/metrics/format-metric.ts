/** A value of a metric, with the value of its label if it has one. */
export interface MetricRow {
  readonly label: string | null
  readonly value: number
}

interface FormatOptions {
  readonly name: string
  readonly help: string
  /** the name of the label */
  readonly label?: string
  /** none when the values are unknown */
  readonly rows: readonly MetricRow[]
}

/** A gauge in the Prometheus text format. */
export function formatMetric({ name, help, label, rows }: FormatOptions): string {
  const values = rows.map((row) => `${name}${label ? `{${label}="${row.label}"}` : ''} ${row.value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...values].join('\n')
}
