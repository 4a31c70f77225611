import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { TAU } from './curve.ts'

/** Where the camera stands: pixels of travel of the nearest plane, and a zoom factor around the middle. */
export interface View {
  x: number
  y: number
  zoom: number
}

/** A slow ellipse: leaves home and returns with no stop, so the loop has no visible turning point. */
export function drift(phase: number, reach: { x?: number; y?: number; zoom?: number }, offset = 0): View {
  const a = TAU * (phase + offset)
  return {
    x: (reach.x ?? 0) * Math.cos(a),
    y: (reach.y ?? 0) * Math.sin(a),
    zoom: 1 + (reach.zoom ?? 0) * 0.5 * (1 - Math.cos(a + TAU * 0.12)),
  }
}

/**
 * Paints `paint` as a plane at `depth`: 1 moves with the camera in full, 0 stands at infinity.
 * The frame's size is needed to zoom around its middle.
 */
export function plane(
  ctx: SKRSContext2D,
  view: View,
  depth: number,
  paint: (ctx: SKRSContext2D) => void,
): void {
  const { width, height } = ctx.canvas
  const zoom = 1 + (view.zoom - 1) * (0.35 + 0.65 * depth)
  ctx.save()
  ctx.translate(width / 2 + view.x * depth, height / 2 + view.y * depth)
  ctx.scale(zoom, zoom)
  ctx.translate(-width / 2, -height / 2)
  paint(ctx)
  ctx.restore()
}

/** Composites a layer painted with `margin` extra pixels on every side, which the camera may bring into view. */
export function drawLayer(
  ctx: SKRSContext2D,
  view: View,
  depth: number,
  source: Canvas,
  margin: number,
): void {
  plane(ctx, view, depth, () => ctx.drawImage(source, -margin, -margin))
}
