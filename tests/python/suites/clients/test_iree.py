"""IREE: tensors whose operations its compiler makes PTX of, against NumPy."""
import math

import iree.compiler as compiler
import iree.runtime as runtime
import numpy as np
import pytest

TARGET = ["--iree-cuda-target=sm_80"]
RANDOM = np.random.default_rng(1)


def module(text):
    made = compiler.compile_str(text, target_backends=["cuda"], extra_args=TARGET)
    context = runtime.SystemContext(config=runtime.Config("cuda"))
    context.add_vm_module(runtime.VmModule.copy_buffer(context.instance, made))
    return context.modules.module


def product(rows, inner, columns, given, made, zero):
    left, right, out = f"tensor<{rows}x{inner}x{given}>", f"tensor<{inner}x{columns}x{given}>", f"tensor<{rows}x{columns}x{made}>"
    return module(f"""
func.func @product(%a: {left}, %b: {right}) -> {out} {{
  %zero = arith.constant {zero} : {made}
  %empty = tensor.empty() : {out}
  %start = linalg.fill ins(%zero : {made}) outs(%empty : {out}) -> {out}
  %r = linalg.matmul ins(%a, %b : {left}, {right}) outs(%start : {out}) -> {out}
  return %r : {out}
}}""").product


@pytest.mark.parametrize("rows, inner, columns", [(64, 96, 80), (130, 77, 51)])
def test_product(rows, inner, columns):
    a, b = RANDOM.random((rows, inner), np.float32), RANDOM.random((inner, columns), np.float32)
    assert np.allclose(product(rows, inner, columns, "f32", "f32", "0.0")(a, b).to_host(), a @ b, rtol=1e-5)


def test_product_of_halves_on_tensor_cores():
    a, b = (RANDOM.random(shape).astype(np.float16) for shape in ((128, 256), (256, 128)))
    got = product(128, 256, 128, "f16", "f32", "0.0")(a, b).to_host()
    assert np.allclose(got, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-5)


def test_product_of_bytes():
    a, b = (RANDOM.integers(-128, 128, shape).astype(np.int8) for shape in ((128, 256), (256, 128)))
    got = product(128, 256, 128, "i8", "i32", "0")(a, b).to_host()
    assert (got == a.astype(np.int32) @ b.astype(np.int32)).all()


def test_softmax():
    values = RANDOM.normal(size=(32, 300)).astype(np.float32)
    made = module("""
func.func @softmax(%a: tensor<32x300xf32>) -> tensor<32x300xf32> {
  %empty = tensor.empty() : tensor<32x300xf32>
  %r = linalg.softmax dimension(1) ins(%a : tensor<32x300xf32>) outs(%empty : tensor<32x300xf32>) -> tensor<32x300xf32>
  return %r : tensor<32x300xf32>
}""")
    powers = np.exp(values)
    assert np.allclose(made.softmax(values).to_host(), powers / powers.sum(1, keepdims=True), rtol=1e-5)


def test_convolution():
    image, kernel = RANDOM.random((1, 16, 16, 4), np.float32), RANDOM.random((3, 3, 4, 8), np.float32)
    made = module("""
func.func @convolve(%a: tensor<1x16x16x4xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<1x14x14x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x14x14x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x16x16x4xf32>, tensor<3x3x4x8xf32>)
    outs(%start : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  return %r : tensor<1x14x14x8xf32>
}""")
    expected = sum(np.einsum("nhwc,cf->nhwf", image[:, y:y + 14, x:x + 14], kernel[y, x])
                   for y in range(3) for x in range(3))
    assert np.allclose(made.convolve(image, kernel).to_host(), expected, rtol=1e-5)


def test_mathematics():
    values = RANDOM.normal(size=500).astype(np.float32)
    made = module("""
func.func @mathematics(%a: tensor<500xf32>) -> (tensor<500xf32>, tensor<500xf32>, tensor<500xf32>) {
  %0 = math.sin %a : tensor<500xf32>
  %1 = math.erf %a : tensor<500xf32>
  %2 = math.tanh %a : tensor<500xf32>
  return %0, %1, %2 : tensor<500xf32>, tensor<500xf32>, tensor<500xf32>
}""")
    for got, function in zip(made.mathematics(values), (math.sin, math.erf, math.tanh)):
        assert np.allclose(got.to_host(), [function(value) for value in values], atol=1e-6)


def test_sizes_known_at_run_time_and_loops_on_the_host():
    made = module("""
func.func @square(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @multiply(%a: tensor<16xi32>, %n: i32) -> tensor<16xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %zero, %x = %a) : (i32, tensor<16xi32>) -> (i32, tensor<16xi32>) {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %i, %x : i32, tensor<16xi32>
  } do {
  ^bb0(%i: i32, %x: tensor<16xi32>):
    %y = arith.addi %x, %a : tensor<16xi32>
    %j = arith.addi %i, %one : i32
    scf.yield %j, %y : i32, tensor<16xi32>
  }
  return %r#1 : tensor<16xi32>
}""")
    values = RANDOM.random(777, np.float32)
    assert (made.square(values).to_host() == values * values).all()
    whole = np.arange(16, dtype=np.int32)
    assert (made.multiply(whole, 9).to_host() == whole * 10).all()
