"""The curves of the docs."""

from xml.etree import ElementTree

from tests.torture.chart import svg


def test_a_chart_is_a_picture_with_every_curve_inside_it_and_its_name() -> None:
    picture = ElementTree.fromstring(
        svg("Memory < 100", "MB", {"a & b": [(0, 0), (10, 95)], "c": [(5, 1200)]})
    )
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Memory < 100", "a & b", "c", "10 s"} <= set(texts)
    curves = picture.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(curves) == 2
    for curve in curves:
        for point in curve.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 760
            assert 0 <= y <= 300
