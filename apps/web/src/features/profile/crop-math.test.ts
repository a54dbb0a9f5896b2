import { describe, expect, it } from 'vitest';
import { type Crop, largestZoom, movePicture, pictureInFrame, sourceSquare, startCrop, zoomTo } from './crop-math.ts';

const wide = { width: 1200, height: 600 };
const inside = (crop: Crop) => {
  const { left, top, side } = sourceSquare(wide, crop);
  return left >= -0.001 && top >= -0.001 && left + side <= 1200.001 && top + side <= 600.001;
};

describe('a crop', () => {
  it('begins as the largest square in the middle', () => {
    expect(sourceSquare(wide, startCrop(wide))).toEqual({ left: 300, top: 0, side: 600 });
  });

  it('follows the picture under the pointer, against its direction', () => {
    const moved = movePicture(wide, startCrop(wide), 0.25, 0);
    expect(sourceSquare(wide, moved)).toEqual({ left: 150, top: 0, side: 600 });
  });

  it('never leaves the picture, however far it is moved or zoomed', () => {
    for (const [dx, dy, zoom] of [
      [9, 9, 1],
      [-9, -9, 2],
      [0.3, -7, 99],
      [3, 0, 0.01],
    ] as const) {
      const crop = movePicture(wide, zoomTo(wide, startCrop(wide), zoom), dx, dy);
      expect(inside(crop)).toBe(true);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(largestZoom);
      expect(inside(zoomTo(wide, crop, 1))).toBe(true);
    }
  });

  it('keeps what is under the pointer when it zooms', () => {
    const before = startCrop(wide);
    const point = { x: 0.25, y: -0.25 };
    const under = (crop: Crop) => {
      const { side } = sourceSquare(wide, crop);
      return { x: crop.x + point.x * side, y: crop.y + point.y * side };
    };
    expect(under(zoomTo(wide, before, 2, point))).toEqual(under(before));
  });

  it('lays the picture so that the square fills the frame', () => {
    const placed = pictureInFrame(wide, zoomTo(wide, startCrop(wide), 2));
    expect(placed).toEqual({ left: '-150.000%', top: '-50.000%', width: '400.000%', height: '200.000%' });
  });

  it('works for a picture of one pixel', () => {
    const dot = { width: 1, height: 1 };
    expect(sourceSquare(dot, movePicture(dot, startCrop(dot), 5, 5))).toEqual({ left: 0, top: 0, side: 1 });
  });
});
