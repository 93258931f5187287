const sounds = {
  ticked: { frequency: 1_320, seconds: 0.07 },
  refused: { frequency: 180, seconds: 0.45 },
} as const

let context: AudioContext | undefined

/** Plays a tone, and lets a phone vibrate when something is refused. A browser without sound is silent. */
export function playSound(name: keyof typeof sounds): void {
  if (name === 'refused') navigator.vibrate?.(300)
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { frequency, seconds } = sounds[name]
  const oscillator = new OscillatorNode(context, { type: 'square', frequency })
  oscillator.connect(new GainNode(context, { gain: 0.2 })).connect(context.destination)
  // Browsers let a page sound after the first key or touch.
  context.resume().catch(() => {})
  oscillator.start()
  oscillator.stop(context.currentTime + seconds)
}
