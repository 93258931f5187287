import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}

const intervalMs = 150
/** A code counts again after it was out of the picture for so long. */
const absenceMs = 1_000

/** Not all browsers have it, and TypeScript does not know it. */
const findDetector = () => (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector

const canScan = (): boolean => findDetector() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const refusedText = 'The browser does not let this page use the camera. Allow it in the settings of the browser, and reload the page.'

/** The button that reads codes with the camera; nothing in a browser that cannot. */
export function CameraScan({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  if (!canScan()) return null
  return (
    <div className="flex flex-col gap-2">
      <Button
        aria-pressed={isOn}
        className="self-start"
        onClick={() => {
          setProblem('')
          setOn(!isOn)
        }}
      >
        {isOn ? 'Stop the camera' : 'Scan with the camera'}
      </Button>
      {isOn && (
        <Camera
          onCode={onCode}
          onFailure={() => {
            setOn(false)
            setProblem(refusedText)
          }}
        />
      )}
      <FormError text={problem} />
    </div>
  )
}

function Camera({ onCode, onFailure }: { onCode: (code: string) => void; onFailure: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useEffectEvent(onCode)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    const Detector = findDetector()
    const element = video.current
    if (!Detector || !element) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const lastSeen = new Map<string, number>()
    const stop = () => {
      isStopped = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const scan = async (detector: Detector) => {
      const codes = await detector.detect(element).catch(() => [])
      if (isStopped) return
      const now = Date.now()
      for (const { rawValue } of codes) {
        const isNew = now - (lastSeen.get(rawValue) ?? 0) > absenceMs
        lastSeen.set(rawValue, now)
        if (isNew) report(rawValue)
      }
      timer = setTimeout(scan, intervalMs, detector)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      // The screen was left while the browser asked.
      if (isStopped) return stop()
      element.srcObject = stream
      await element.play()
      await scan(new Detector())
    }
    start().catch(() => {
      if (isStopped) return
      stop()
      fail()
    })
    return stop
  }, [])
  return (
    <video ref={video} muted playsInline aria-label="Picture of the camera" className="max-h-60 w-full max-w-md rounded-control bg-sunk" />
  )
}
