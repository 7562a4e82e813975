/* Textures and surfaces through objects, in every geometry and with every way to choose a level. */
extern "C" __global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float4 *o, float x,
                             float y, float z, int i)
{
    bool r;
    o[0] = tex1D<float4>(t, x);
    o[1] = tex2D<float4>(t, x, y);
    o[2] = tex3D<float4>(t, x, y, z);
    o[3] = tex1DLayered<float4>(t, x, i);
    o[4] = tex2DLayered<float4>(t, x, y, i);
    o[5] = texCubemap<float4>(t, x, y, z);
    o[6] = texCubemapLayered<float4>(t, x, y, z, i);
    o[7] = tex2Dgather<float4>(t, x, y, 1);
    o[8] = tex2DLod<float4>(t, x, y, z);
    o[9] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(y, x));
    o[10] = tex3DGrad<float4>(t, x, y, z, make_float4(x, y, z, 0), make_float4(x, y, z, 0));
    o[11] = texCubemapGrad<float4>(t, x, y, z, make_float4(x, y, z, 0), make_float4(x, y, z, 0));
    o[12] = tex1Dfetch<float4>(t, i);
    o[13] = tex2D<float4>(t, x, y, &r);
    if (r)
        o[14] = tex1DGrad<float4>(t, x, y, z);
    o[15] = tex2DLayeredGrad<float4>(t, x, y, i, make_float2(x, y), make_float2(y, x));
    o[16] = texCubemapLayeredLod<float4>(t, x, y, z, i, x);
    o[17] = tex1DLayeredGrad<float4>(t, x, i, y, z);
    o[19] = texCubemapLayeredGrad<float4>(t, x, y, z, i, make_float4(x, y, z, 0),
                                          make_float4(x, y, z, 0));
    o[18] = surf2Dread<float4>(s, i, i, cudaBoundaryModeZero);
    surf3Dwrite(o[3], s, i, i, i, cudaBoundaryModeClamp);
    surf1Dwrite<char>(3, s, i);
    surfCubemapwrite(o[2], s, i, i, i);
    surfCubemapLayeredwrite(o[2], s, i, i, i);
    o[20] = surf1DLayeredread<float4>(s, i, i);
    o[20] = surf2DLayeredread<float4>(s, i, i, i);
}
