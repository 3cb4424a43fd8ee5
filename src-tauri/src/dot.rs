//! Draws a red dot on the corner of an icon, for panels that show nothing of an app but its icon.

use tauri::image::Image;

const RED: [u8; 3] = [0xe0, 0x2d, 0x2d];
/// The dot's radius and the gap around it, as parts of the icon's width.
const RADIUS: f32 = 0.22;
const GAP: f32 = 0.07;

/// The same icon with a dot in its upper right corner.
pub(crate) fn with_dot(icon: &Image<'_>) -> Image<'static> {
    let (width, height) = (icon.width(), icon.height());
    let mut pixels = icon.rgba().to_vec();
    let (radius, gap) = (width as f32 * RADIUS, width as f32 * GAP);
    let centre = (width as f32 - radius, radius);
    let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    for ((x, y), pixel) in rows.zip(pixels.chunks_exact_mut(4)) {
        let distance = (x as f32 + 0.5 - centre.0).hypot(y as f32 + 0.5 - centre.1);
        if let [red, green, blue, alpha] = pixel {
            // The gap lets the dot stand out from an icon of any colour, on a panel of any colour.
            *alpha = (f32::from(*alpha) * (1.0 - covered(distance, radius + gap))) as u8;
            let dot = covered(distance, radius);
            if dot > 0.0 {
                [*red, *green, *blue] = RED;
                *alpha = (dot * 255.0) as u8;
            }
        }
    }
    Image::new_owned(pixels, width, height)
}

/// How much of a pixel lies inside a circle.
fn covered(distance: f32, radius: f32) -> f32 {
    (radius + 0.5 - distance).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_is_in_the_corner_and_the_rest_stays() {
        let grey = [90, 90, 90, 255];
        let icon = Image::new_owned(grey.repeat(32 * 32), 32, 32);
        let dotted = with_dot(&icon);
        let check = |x: usize, y: usize, expected: [u8; 4]| {
            assert_eq!(dotted.rgba()[(y * 32 + x) * 4..][..4], expected, "{x}, {y}");
        };
        let [red, green, blue] = RED;
        check(25, 7, [red, green, blue, 255]);
        check(16, 7, [90, 90, 90, 0]);
        check(10, 7, grey);
        check(25, 20, grey);
        assert_eq!((dotted.width(), dotted.height()), (32, 32));
    }
}
