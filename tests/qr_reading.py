"""Reading QR codes by OpenCV."""

from __future__ import annotations

import cv2
from cv2.typing import MatLike

LOOKS = ((0.5, 0), (1.0, 0), (1.0, 2), (1.0, 3), (2.0, 0), (2.0, 3), (2.0, 5))
"""Scales and blurs."""


def read_qr(image: MatLike) -> str:
    """What a reader sees in several looks, as a phone has: sharp and blurred, near and far; nothing if in none."""
    readers = cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()
    for scale, blur in LOOKS:
        look = cv2.GaussianBlur(image, (0, 0), blur) if blur else image
        look = cv2.resize(look, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for reader in readers:
            if text := reader.detectAndDecode(look)[0]:
                return str(text)
    return ""
