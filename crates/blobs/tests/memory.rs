//! How much memory pictures may cost at most: the worst ones we know, two at a time, measured as the process's own peak.
//! A program of its own, because the peak is the whole process's.
#![expect(clippy::expect_used, reason = "a test says what it expected by failing")]

#[expect(dead_code, reason = "shared with another program")]
mod made;

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat};
use quad_blobs::picture::MAX_PIXELS;
use quad_blobs::{NotPrepared, Unfit, Workers};

/// What one picture in work may take: eight bytes per pixel, half as much again beside them, and small things.
const PER_PICTURE_MIB: u64 = MAX_PIXELS * 12 / (1024 * 1024) + 64;

/// The most this process ever had in memory, in MiB.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") / 1024
}

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("writing");
    file
}

/// Forty megapixels of sixteen bits in four channels: 320 MB of nothing in a file of some hundred KB, row by row made.
fn sixteen_bits() -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::NoFilter);
    encoder.write_image(&vec![0; 8000 * 5000 * 8], 8000, 5000, ExtendedColorType::Rgba16).expect("encoding");
    bytes
}

#[test]
#[cfg(target_os = "linux")]
fn two_workers_stay_within_their_bound() {
    let bombs = {
        // Made before the measurement begins in earnest: their own making costs as much as reading them.
        let text = [b"Comment\0\0".to_vec(), zlib_zeros(200 * 1024 * 1024)].concat();
        let photo = made::quadrants(8000, 5000);
        let flat = DynamicImage::ImageRgba8(photo.to_rgba8());
        vec![
            (sixteen_bits(), true),
            (made::with_chunk(&made::png(&made::quadrants(64, 64)), b"zTXt", &text), true),
            (made::with_chunk(&made::png(&made::quadrants(64, 64)), b"iCCP", &text), true),
            (made::encoded(&photo, ImageFormat::Jpeg), true),
            (made::encoded(&flat, ImageFormat::WebP), true),
            (made::png_header(65_535, 65_535), false),
        ]
    };
    let files: Vec<(File, bool)> =
        bombs.iter().flat_map(|(bytes, fit)| [(file(bytes), *fit), (file(bytes), *fit)]).collect();
    drop(bombs);
    // Linux lets a process begin counting anew.
    std::fs::write("/proc/self/clear_refs", "5").expect("counting anew");
    let before = peak_mib();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    runtime.block_on(async {
        let workers = Workers::new(2, 50);
        let mut hands = tokio::task::JoinSet::new();
        for (file, fit) in files {
            let workers = workers.clone();
            hands.spawn(async move {
                let verdict = workers.prepare(file).await;
                assert_eq!(verdict.is_ok(), fit, "{:?}", verdict.err());
            });
        }
        while let Some(done) = hands.join_next().await {
            done.expect("no panic");
        }
    });
    let peak = peak_mib() - before.min(peak_mib());
    assert!(peak < 2 * PER_PICTURE_MIB, "{peak} MiB for two pictures at a time, allowed {}", 2 * PER_PICTURE_MIB);
}

/// A zlib stream of this many zeros.
fn zlib_zeros(count: usize) -> Vec<u8> {
    use std::io::Write as _;
    let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(&vec![0; count]).expect("writing");
    writer.finish().expect("a stream")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_is_told_at_once() {
    let workers = Workers::new(1, 2);
    let bytes = Arc::new(made::jpeg(&made::quadrants(2400, 1600)));
    let mut hands = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let (workers, bytes) = (workers.clone(), bytes.clone());
        hands.spawn(async move { workers.prepare(file(&bytes)).await });
    }
    let verdicts = hands.join_all().await;
    let done = verdicts.iter().filter(|verdict| verdict.is_ok()).count();
    let busy = verdicts.iter().filter(|verdict| matches!(verdict, Err(NotPrepared::Busy))).count();
    assert_eq!(done + busy, 12);
    assert!(done >= 3 && busy >= 1, "{done} done, {busy} sent away");
    // The queue is free again.
    let said = workers.prepare(file(b"nothing")).await;
    assert!(matches!(said, Err(NotPrepared::Unfit(Unfit::WrongType))), "{said:?}");
}
